import { useId, useState } from 'preact/hooks'
import { taxTexts } from '../../core/texts/en-console-tax.js'
import { FormDialog } from '../panels/confirm-dialog.js'
import { Field, FieldFrame } from '../parts/field.js'
import { Icon } from '../parts/icon.js'
import { readNumber, toPart, writePercent } from '../shop/config-draft.js'
import type { Jurisdiction, Override } from './jurisdictions.js'

const texts = taxTexts.rates
const maxComponents = 10

type Row = { key: number; code: string; name: string; rate: string }

type RatesDialogProps = {
  /** Null to add one. */
  override: Override | null
  jurisdictions: readonly Jurisdiction[]
  onUse(override: Override): void
  onClose(): void
}

/** Edits the components of a jurisdiction, which begin as those of the catalog. */
export function RatesDialog({ override, jurisdictions, onUse, onClose }: RatesDialogProps) {
  const listId = useId()
  const [code, setCode] = useState(override?.code ?? '')
  const [rows, setRows] = useState<readonly Row[]>(
    toRows(override?.components ?? [{ code: 'standard', name: '', rate: 0 }]),
  )
  const changeCode = (typed: string) => {
    setCode(typed)
    const known = jurisdictions.find((entry) => entry.code === typed.trim().toUpperCase())
    if (known && !override) setRows(toRows(known.components))
  }
  const change = (key: number, changed: Partial<Row>) =>
    setRows((now) => now.map((row) => (row.key === key ? { ...row, ...changed } : row)))
  const components = readRows(rows)
  const isReady = /^[a-z]{2}(-[a-z0-9]{1,3})?$/i.test(code.trim()) && components !== null
  return (
    <FormDialog
      title={override ? texts.editNamed(override.code) : texts.add}
      submit={texts.use}
      isDisabled={!isReady}
      onSubmit={async () => {
        if (components) onUse({ code: code.trim().toUpperCase(), components })
      }}
      onClose={onClose}
    >
      <FieldFrame label={texts.code} hint={texts.codeHint}>
        {(control) => (
          <input
            {...control}
            list={listId}
            value={code}
            autoComplete="off"
            maxLength={6}
            onInput={({ currentTarget }) => changeCode(currentTarget.value)}
          />
        )}
      </FieldFrame>
      <datalist id={listId}>
        {jurisdictions.map((known) => (
          <option key={known.code} value={known.code} label={known.name} />
        ))}
      </datalist>
      {rows.map((row, index) => (
        <div key={row.key} class="component-row">
          <Field
            label={texts.nameOf(String(index + 1))}
            value={row.name}
            maxLength={40}
            autoComplete="off"
            onInput={({ currentTarget }) => change(row.key, { name: currentTarget.value })}
          />
          <Field
            label={texts.rateOf(String(index + 1))}
            unit="%"
            inputMode="decimal"
            autoComplete="off"
            value={row.rate}
            onInput={({ currentTarget }) => change(row.key, { rate: currentTarget.value })}
          />
          {rows.length > 1 && (
            <button
              type="button"
              class="icon-button"
              aria-label={texts.removeOf(String(index + 1))}
              onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
            >
              <Icon name="close" />
            </button>
          )}
        </div>
      ))}
      {rows.length < maxComponents && (
        <button
          type="button"
          class="button quiet"
          onClick={() => {
            const key = 1 + Math.max(0, ...rows.map((row) => row.key))
            setRows([...rows, { key, code: '', name: '', rate: '' }])
          }}
        >
          <Icon name="plus" />
          {texts.addComponent}
        </button>
      )}
      {!isReady && <p class="soft">{texts.wrong}</p>}
    </FormDialog>
  )
}

function toRows(components: Override['components']): Row[] {
  return components.map(({ code, name, rate }, key) => ({
    key,
    code,
    name,
    rate: rate === 0 ? '' : writePercent(rate),
  }))
}

/** Returns the components of rows, or null while one of them lacks a name or rate. */
function readRows(rows: readonly Row[]): Override['components'] | null {
  const taken = new Set<string>()
  const components = rows.map(({ code, name, rate }) => {
    const read = rate.trim() === '' ? null : readNumber(rate, { decimals: 4 })
    if (!read || name.trim() === '') return null
    const plain = name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 28)
    let own = code || plain || 'tax'
    while (taken.has(own)) own = `${own}-2`
    taken.add(own)
    return { code: own, name: name.trim(), rate: toPart(read.value as number) }
  })
  return components.every((component) => component !== null) ? components : null
}
