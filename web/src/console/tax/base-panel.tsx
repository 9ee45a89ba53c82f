import { useState } from 'preact/hooks'
import { taxTexts as texts } from '../../core/texts/en-console-tax.js'
import { Panel } from '../panels/page.js'
import { Pill } from '../parts/pill.js'
import { writePercent } from '../shop/config-draft.js'
import { taxFields } from '../shop/config-fields.js'
import { FieldView } from '../shop/field-view.js'
import type { ConfigForm } from '../shop/use-config.js'
import { JurisdictionDialog } from './jurisdiction-dialog.js'
import type { Jurisdiction } from './jurisdictions.js'

type PartProps = {
  form: ConfigForm
  /** The code that sales without one get, as it is chosen here. */
  code: string | null
  jurisdictions: readonly Jurisdiction[]
  isReadOnly: boolean
}

/** The tax of a sale that names no jurisdiction, and how prices and receipts show it. */
export function BasePanel({ form, code, jurisdictions, isReadOnly }: PartProps) {
  const [isChoosing, setChoosing] = useState(false)
  const choose = (chosen: string | null) => {
    form.change('tax.defaultJurisdictionCode', chosen)
    setChoosing(false)
  }
  const fieldOf = (path: string) => {
    const field = taxFields.find((known) => known.path === path)
    return field && <FieldView field={field} form={form} isReadOnly={isReadOnly} />
  }
  return (
    <Panel title={texts.base} note={texts.baseNote}>
      <div class="settings">
        <div class="jurisdiction wide">
          <Description
            code={code}
            jurisdiction={jurisdictions.find((known) => known.code === code) ?? null}
          />
          {!isReadOnly && (
            <div class="row">
              <button type="button" class="button" onClick={() => setChoosing(true)}>
                {code === null ? texts.choose : texts.change}
              </button>
              {code !== null && (
                <button type="button" class="button quiet" onClick={() => choose(null)}>
                  {texts.remove}
                </button>
              )}
            </div>
          )}
        </div>
        {code === null && fieldOf('tax.defaultTaxRate')}
        {fieldOf('tax.taxId')}
        {fieldOf('tax.priceIncludesTax')}
      </div>
      {isChoosing && (
        <JurisdictionDialog
          onChoose={(jurisdiction) => choose(jurisdiction.code)}
          onClose={() => setChoosing(false)}
        />
      )}
    </Panel>
  )
}

type DescriptionProps = { code: string | null; jurisdiction: Jurisdiction | null }

function Description({ code, jurisdiction }: DescriptionProps) {
  if (code === null) {
    return (
      <div>
        <b>{texts.none}</b>
        <p class="soft">{texts.noneText}</p>
      </div>
    )
  }
  if (!jurisdiction) return <b>{code}</b>
  const { name, rate, components, kind, source, effectiveFrom } = jurisdiction
  return (
    <div>
      <p>
        <b>{name}</b> <span class="soft">{code}</span>{' '}
        {kind === 'merchant' && <Pill tone="now" word={texts.own} />}
      </p>
      <p class="jurisdiction-rate">{texts.rate(`${writePercent(rate)} %`)}</p>
      {components.length > 1 && (
        <ul class="components">
          {components.map((part) => (
            <li key={part.code}>
              {part.name} <span class="soft">{writePercent(part.rate)} %</span>
            </li>
          ))}
        </ul>
      )}
      <p class="soft">
        {effectiveFrom && `${texts.since(effectiveFrom)} `}
        {kind === 'catalogue' && texts.source(source)}
      </p>
    </div>
  )
}
