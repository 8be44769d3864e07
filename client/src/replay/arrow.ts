// An arrow from one card to another, as an SVG path.

type Box = Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>;

const HEAD = 12; // px, each of its two lines
const OPEN = Math.PI / 6; // between these and the shaft

/** From the middle of one card to the upper part of the other, which a hand leaves uncovered. */
export function arrow(from: Box, to: Box): string {
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  const [toX, toY] = [to.x + to.width / 3, to.y + to.height / 4];
  const way = Math.atan2(toY - y, toX - x);
  const [left, right] = [way + Math.PI - OPEN, way + Math.PI + OPEN].map(
    (angle) => `${round(toX + HEAD * Math.cos(angle))} ${round(toY + HEAD * Math.sin(angle))}`,
  );
  const tip = `${round(toX)} ${round(toY)}`;
  return `M${round(x)} ${round(y)}L${tip}M${left}L${tip}L${right}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
