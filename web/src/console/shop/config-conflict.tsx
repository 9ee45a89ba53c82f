import { panelTexts } from '../../core/texts/en-console-panels.js'
import { shopTexts as texts } from '../../core/texts/en-console-shop.js'
import type { ConsoleFormats } from '../format/console-formats.js'
import { DifferencesDialog } from '../panels/differences.js'
import { configValueOf, toControl } from './config-draft.js'
import type { ConfigField } from './config-fields.js'
import type { ConfigForm } from './use-config.js'

type ConfigConflictProps = {
  form: ConfigForm
  fields: readonly ConfigField[]
  format: ConsoleFormats
}

/** Compares what someone else has saved meanwhile with what was typed here. */
export function ConfigConflictDialog({ form, fields, format }: ConfigConflictProps) {
  const { conflict, changed } = form
  if (!conflict) return null
  const { from, to } = conflict
  const rows = fields.flatMap((field) => {
    const show = (value: unknown) => describe(value, field, format)
    const isMine = changed.includes(field)
    const [before, theirs] = [
      show(configValueOf(from, field.path)),
      show(configValueOf(to, field.path)),
    ]
    if (before === theirs && !isMine) return []
    const mine = isMine ? show(form.read(field)) : theirs
    return [{ name: texts.fields[field.path].label, before, theirs, mine }]
  })
  return (
    <DifferencesDialog
      title={texts.conflict}
      rows={rows}
      onKeep={() => void form.settle('theirs')}
      onSave={() => void form.settle('mine')}
      onClose={form.closeConflict}
    />
  )
}

function describe(value: unknown, field: ConfigField, format: ConsoleFormats): string {
  const shown = toControl(field, value)
  if (typeof shown === 'boolean') return shown ? texts.yes : texts.no
  if (Array.isArray(shown)) {
    const names = shown.map((part) => (typeof part === 'string' ? part : nameOfRate(part)))
    return names.length === 0 ? panelTexts.none : format.list(names)
  }
  if (shown === '' || shown === null || shown === undefined) return panelTexts.none
  return texts.options[String(shown)] ?? String(shown)
}

const nameOfRate = (part: unknown) => String((part as { code?: unknown }).code ?? '')
