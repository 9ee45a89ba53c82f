import { type TSchema, Type } from 'typebox'
import { Check, Errors } from 'typebox/value'
import { ppmFromDecimal } from '../../lib/money.js'
import { type UnixMs, unixMs } from '../../lib/time.js'
import { orNull } from '../../platform/http/schemas.js'
import { type Catalog, type Jurisdiction, sumRates } from './jurisdiction.js'

// Rejects unknown fields, so that a misspelled field is not silently ignored.
const strict = { additionalProperties: false }
const text = Type.String({ pattern: '^\\S(.*\\S)?$', maxLength: 120 })

const Entry = Type.Object(
  {
    code: Type.String({ pattern: '^[A-Z]{2}(-[A-Z0-9]{1,3})?$' }),
    country: Type.String({ pattern: '^[A-Z]{2}$' }),
    region: orNull(Type.String()),
    name: text,
    components: Type.Array(
      Type.Object(
        {
          code: Type.String({ pattern: '^[a-z0-9_-]{1,32}$' }),
          name: text,
          rate: Type.Number({ minimum: 0 }),
        },
        strict,
      ),
      { minItems: 1 },
    ),
    effectiveFrom: Type.String(),
    source: text,
  },
  strict,
)

const File = Type.Object(
  { note: Type.String(), updatedAt: Type.String(), jurisdictions: Type.Array(Type.Unknown()) },
  strict,
)

/**
 * Validates the content of the catalog file.
 *
 * @throws {Error} naming the invalid entry. The file is part of the release, so this is a bug.
 */
export function checkCatalog(file: unknown): Catalog {
  if (!Check(File, file)) throw new Error(`the tax catalog ${firstProblem(File, file)}`)
  const updatedAt = parseDay(file.updatedAt)
  if (updatedAt === null) throw new Error('the tax catalog has an invalid updatedAt')

  const jurisdictions = file.jurisdictions.map(checkEntry)
  const repeatedCode = findRepeated(jurisdictions.map(({ code }) => code))
  if (repeatedCode) throw new Error(`the tax catalog has ${repeatedCode} twice`)
  return { jurisdictions, updatedAt }
}

function checkEntry(entry: unknown, index: number): Jurisdiction {
  const fail = (problem: string) => new Error(`entry ${nameOf(entry, index)} ${problem}`)
  if (!Check(Entry, entry)) throw fail(firstProblem(Entry, entry))

  const { code, country, region } = entry
  if (code !== (region === null ? country : `${country}-${region}`)) {
    throw fail('has a code that does not match its country and region')
  }
  if (parseDay(entry.effectiveFrom) === null) throw fail('has an invalid effectiveFrom')
  const repeatedCode = findRepeated(entry.components.map((component) => component.code))
  if (repeatedCode) throw fail(`has the component ${repeatedCode} twice`)

  const components = entry.components.map((component) => {
    const rate = ppmFromDecimal(component.rate)
    if (rate === null) throw fail(`has a rate with more than six decimals, ${component.code}`)
    return { ...component, rate }
  })
  const rate = sumRates(components)
  if (rate > 1_000_000n) throw fail('has rates that sum to more than 1')
  return { ...entry, components, rate, kind: 'catalogue' }
}

/** Returns the start of the day in UTC, or null when there is no such day. */
function parseDay(day: string): UnixMs | null {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN
  // Date.parse may turn 30 February into a day in March.
  const isReal = !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
  return isReal ? unixMs(time) : null
}

function findRepeated(words: readonly string[]): string | undefined {
  return words.find((word, index) => words.indexOf(word) !== index)
}

function firstProblem(schema: TSchema, value: unknown): string {
  const [problem] = Errors(schema, value)
  return `is invalid at ${problem?.instancePath || '/'}: it ${problem?.message}`
}

function nameOf(entry: unknown, index: number): string {
  const code = (entry as { code?: unknown } | null | undefined)?.code
  const place = `${index + 1} of the tax catalog`
  return typeof code === 'string' ? `${place} (${code})` : place
}
