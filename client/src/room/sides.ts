// What may lie beside the table, or over it where there is no room.

export type SideName = 'chat' | 'table' | 'rules';
