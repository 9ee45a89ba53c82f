import type { ApiPaths } from '@tallystick/sdk'
import type { Page } from '../../browser.js'

/** The states that every screen of the console has. */
export const stateNames = [
  'empty',
  'one',
  'many',
  'loading',
  'stale',
  'degraded',
  'refused',
  'error',
] as const

export type StateName = (typeof stateNames)[number]

/** The paths that can be read. */
export type ReadPath = {
  [P in keyof ApiPaths]: ApiPaths[P] extends { get: { responses: object } } ? P : never
}[keyof ApiPaths]

/** The JSON that a path returns. */
export type AnswerOf<P extends ReadPath> = ApiPaths[P] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
}
  ? Body
  : never

type AnswerTo<P extends ReadPath> = AnswerOf<P> | ((url: URL) => AnswerOf<P>)

/** The responses of the service, by path. Other paths get the real response of a new shop. */
export type Answers = { [P in ReadPath]?: AnswerTo<P> }

export type ScreenState = {
  /** Added to the responses of the screen. */
  answers?: Answers
  /** Replaces the path of the screen. */
  path?: string
  /** Text that is on the screen in this state. The derived states have one of their own. */
  shows?: string | RegExp
  /** Brings the screen from its first view to the state. */
  act?(page: Page): Promise<void>
}

/** A state that a screen cannot have, with the reason. */
export type NoState = { none: string }

export type ScreenStates = {
  /** Below `/console`. */
  path: string
  /** The paths that fill the screen: they load slowly, fail, and are refused. */
  reads: readonly ReadPath[]
  /** Answers in every state, those of `many` unless a state has its own. */
  answers: Answers
  states: Readonly<Record<StateName, ScreenState | NoState>>
}

export function isState(state: ScreenState | NoState): state is ScreenState {
  return !('none' in state)
}

type Tab = Pick<ScreenStates, 'path' | 'reads' | 'answers'> & {
  empty: ScreenState | NoState
  one: ScreenState
  many: ScreenState
  refused?: ScreenState
}

/** Returns the states of a tab that shows nothing while the database is down. */
export function statesOfTab({ empty, one, many, refused = {}, ...tab }: Tab): ScreenStates {
  const degraded = { none: 'It is not read while the database is down.' }
  return {
    ...tab,
    states: { empty, one, many, loading: {}, stale: {}, degraded, refused, error: {} },
  }
}
