// Plain functions for a first lesson: what lies on the table at its steps.

import { find } from '../i18n.ts';
import { tableAt } from '../replay/replay.ts';
import type { Lesson, Step, TableView } from '../wire.ts';

export const LEAP = 12; // actions between two steps from which on they are not shown one by one

/** What the learner is to do at a step; null = the step is only read. */
export function wantedAt({ replay }: Lesson, step: Step): string | null {
  return step.ask ? (replay.moments[step.at + 1]?.code ?? null) : null;
}

/** The table after `at` actions, the others named as in the words beside it.  Only where the learner is asked may anything be done there. */
export function lessonTable(
  lesson: Pick<Lesson, 'replay' | 'seat'>,
  at: number,
  isAsked: boolean,
  learner: string,
): TableView {
  const table = tableAt(lesson.replay, 'lesson', at);
  const seats = table.seats.map((seat, i) => ({
    ...seat,
    name: i === lesson.seat ? learner : (find(`ui.lesson.name.${seat.name}`) ?? seat.name),
  }));
  const { scene } = table;
  return {
    ...table,
    seats,
    scene: scene === null || isAsked ? scene : { ...scene, legal: [], notes: {} },
    confirmed: seats.map((_, i) => i), // nobody is waited for: the lesson itself goes on
  };
}
