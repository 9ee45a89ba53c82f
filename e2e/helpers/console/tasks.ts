import { createFinger, createKeyboard, type Hands } from './hands.js'

/** The actions of a person in a task. Each task begins at home. */
export type Task<Place> = { name: string; run(hands: Hands, place: Place): Promise<void> }

/** From home to the end of a task. */
export const maxClicks = 6

/** How people work: what they use, the width of the window, and their hands. */
export const ways = [
  ['with a finger on a phone', 390, createFinger],
  ['by keyboard alone', 1_280, createKeyboard],
] as const
