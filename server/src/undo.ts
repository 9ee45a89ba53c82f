/** Registers how to undo a step of a start; what was registered last is undone first. */
export type Undo = (step: () => Promise<void> | void) => void
