import { matching, type Parser } from './parsers.js'

/** One environment variable. `NAME_FILE` may name a file that holds the value instead. */
export type Setting<Value> = {
  name: string
  /** Describes the setting for an operator; becomes the comment in `.env.example`. */
  about: string
  parse: Parser<Value>
  /** Written as in the environment. Without one the setting may be absent. */
  fallback?: string
}

/** Defines a setting with a default. */
export function setting<Value>(
  name: string,
  parse: Parser<Value>,
  fallback: string,
  about: string,
) {
  return { name, about, parse, fallback } satisfies Setting<Value>
}

/** Defines a setting that may be absent. */
export function optional<Value>(name: string, parse: Parser<Value>, about: string) {
  return { name, about, parse } satisfies Setting<Value>
}

export const slug = matching(
  /^[a-z0-9][a-z0-9-]{0,63}$/,
  'must be lower-case letters, digits and dashes',
)

/** An invalid configuration, with every problem, so that an operator can fix all at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration has ${problems.length} problem(s)`)
    this.problems = problems
  }
}
