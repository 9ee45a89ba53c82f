import type { ConfigField, ShopConfig } from './config-fields.js'

/** The changed fields as they were typed, by path. */
export type ConfigDraft = Readonly<Record<string, unknown>>

/** Returns the value of a field of the configuration. */
export function configValueOf(config: ShopConfig, path: string): unknown {
  return path
    .split('.')
    .filter(Boolean)
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], config)
}

/** Returns a value as its control has it. */
export function toControl({ kind }: ConfigField, value: unknown): unknown {
  switch (kind) {
    case 'words':
      return (value as string[]).join(', ')
    case 'lines':
      return (value as string[]).join('\n')
    case 'number':
      return value === null ? '' : String(value)
    case 'percent':
      return value === null ? '' : writePercent(value as number)
    case 'choice':
      return value ?? ''
    case 'line':
    case 'text':
    case 'url':
    case 'color':
    case 'picture':
    case 'switch':
    case 'choices':
    case 'value':
      return value
  }
}

/** Returns the value that a control has, or null if it is not a number. */
export function fromControl(field: ConfigField, typed: unknown): { value: unknown } | null {
  switch (field.kind) {
    case 'words':
      return { value: split(String(typed), /[,\n]/) }
    case 'lines':
      return { value: split(String(typed), /[\s,]+/) }
    case 'number':
      return readNumber(String(typed), field)
    case 'percent': {
      const read = readNumber(String(typed), field)
      return read && { value: read.value === null ? null : toPart(read.value as number) }
    }
    case 'choice':
      return { value: typed === '' ? null : typed }
    case 'line':
    case 'text':
    case 'url':
    case 'color':
    case 'picture':
      return { value: String(typed).trim() }
    case 'switch':
    case 'choices':
    case 'value':
      return { value: typed }
  }
}

/** Formats a fraction in percent, without binary rounding errors. */
export function writePercent(part: number): string {
  return String(Number((part * 100).toFixed(4)))
}

/** Converts percent to a fraction with six decimals, the precision of rates. */
export function toPart(percent: number): number {
  return Number((percent / 100).toFixed(6))
}

function split(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((word) => word.trim())
    .filter(Boolean)
}

/** The fee is the one number that cannot be empty. */
export function readNumber(
  text: string,
  { path, decimals = 0 }: Pick<ConfigField, 'decimals'> & { path?: string },
): { value: unknown } | null {
  const plain = text.trim().replace(',', '.')
  if (plain === '') return { value: path === 'fees.processingFeePct' ? 0 : null }
  const [, fraction = ''] = plain.split('.')
  const isNumber = /^\d{1,9}(\.\d*)?$/.test(plain) && fraction.length <= decimals
  return isNumber ? { value: Number(plain) } : null
}

const isSame = (first: unknown, second: unknown) => JSON.stringify(first) === JSON.stringify(second)

/** Returns the fields whose values a draft changes. Texts that are no value count as changes. */
export function listChangedFields(
  fields: readonly ConfigField[],
  config: ShopConfig,
  draft: ConfigDraft,
): ConfigField[] {
  return fields.filter((field) => {
    if (!(field.path in draft)) return false
    const read = fromControl(field, draft[field.path])
    return read === null || !isSame(read.value, configValueOf(config, field.path))
  })
}

/** Returns the change that fields of a draft make, nested as the configuration is. */
export function changeOfDraft(fields: readonly ConfigField[], draft: ConfigDraft): object {
  const change: Record<string, unknown> = {}
  for (const field of fields) {
    const names = field.path.split('.')
    const last = names.pop() ?? ''
    let part = change
    for (const name of names) {
      part[name] ??= {}
      part = part[name] as Record<string, unknown>
    }
    part[last] = fromControl(field, draft[field.path])?.value
  }
  return change
}

/** Returns the draft without the fields that someone else has changed meanwhile. */
export function dropConflicts(
  draft: ConfigDraft,
  { from, to }: { from: ShopConfig; to: ShopConfig },
): ConfigDraft {
  const kept = Object.entries(draft).filter(([path]) =>
    isSame(configValueOf(from, path), configValueOf(to, path)),
  )
  return Object.fromEntries(kept)
}

/** Returns a configuration with the values of a draft, as far as they are values. */
export function withDraft(
  config: ShopConfig,
  fields: readonly ConfigField[],
  draft: ConfigDraft,
): ShopConfig {
  const changed = structuredClone(config)
  for (const field of listChangedFields(fields, config, draft)) {
    const read = fromControl(field, draft[field.path])
    const names = field.path.split('.')
    const last = names.pop() ?? ''
    if (read)
      (configValueOf(changed, names.join('.')) as Record<string, unknown>)[last] = read.value
  }
  return changed
}

/** Returns the problems of a message by the path of their field, and the remaining sentences. */
export function splitProblems(
  message: string,
  fields: readonly ConfigField[],
): { problems: Record<string, string>; rest: string } {
  const problems: Record<string, string> = {}
  const rest: string[] = []
  for (const sentence of message.split(/\. (?=[a-z]+(?:\.[A-Za-z]+)* [a-z])/)) {
    const found = fields.find(({ path }) => sentence.startsWith(`${path} `))
    if (!found) rest.push(sentence)
    else {
      const text = sentence.slice(found.path.length + 1).replace(/\.$/, '')
      problems[found.path] = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
    }
  }
  return { problems, rest: rest.join('. ') }
}
