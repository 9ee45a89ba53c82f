import { AppError } from '../../lib/errors.js'
import type { Jurisdiction, RatedComponent } from './jurisdiction.js'

/**
 * The components that are named, each once, in the order of the jurisdiction. A word is a code if there is
 * such a code, else a name; components that share a name come together.
 *
 * @throws {AppError} `invalid_input` when a word names no component.
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
      throw new AppError('invalid_input', `The tax components of ${code} are ${codes}`)
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
