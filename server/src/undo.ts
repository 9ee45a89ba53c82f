/** Registers how to undo a step of the start. Steps are undone in reverse order. */
export type Undo = (step: () => Promise<void> | void) => void
