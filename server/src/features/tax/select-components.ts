import { AppError } from '../../lib/errors.js'
import type { Jurisdiction, RatedComponent } from './jurisdiction.js'

/**
 * Selects components by code or name, in the order of the jurisdiction. A code takes precedence over a name, and a
 * shared name selects all its components.
 *
 * @throws {AppError} `invalid_input` when a word matches no component.
 */
export function selectComponents(
  { code, components }: Jurisdiction,
  words: readonly string[],
): RatedComponent[] {
  const selected = new Set<RatedComponent>()
  for (const word of words) {
    const named = namedBy(word, components)
    if (named.length === 0) {
      const codes = components.map((component) => component.code).join(', ')
      throw new AppError(
        'invalid_input',
        `taxComponents contains an unknown component. The components of ${code} are ${codes}.`,
      )
    }
    for (const component of named) selected.add(component)
  }
  return components.filter((component) => selected.has(component))
}

function namedBy(word: string, components: readonly RatedComponent[]): RatedComponent[] {
  const wanted = fold(word)
  const byCode = components.filter(({ code }) => fold(code) === wanted)
  return byCode.length > 0 ? byCode : components.filter(({ name }) => fold(name) === wanted)
}

function fold(word: string): string {
  return word.normalize('NFC').toLowerCase()
}
