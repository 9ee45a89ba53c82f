import { useState } from 'preact/hooks'
import { consoleSampleTexts as samples } from '../../core/texts/en-console-samples.js'
import { Checkbox } from '../parts/checkbox.js'
import { Field, TextArea } from '../parts/field.js'
import { Icon, iconNames } from '../parts/icon.js'
import { Pill } from '../parts/pill.js'
import { ProgressStick } from '../parts/progress-stick.js'
import { Select } from '../parts/select.js'

export function ButtonSamples() {
  const texts = samples.buttons
  return (
    <div class="row">
      <button type="button" class="button main">
        <Icon name="wallet" />
        {texts.sign}
      </button>
      <button type="button" class="button">
        {texts.export}
      </button>
      <button type="button" class="button quiet">
        {texts.columns}
      </button>
      <button type="button" class="button danger">
        {texts.revoke}
      </button>
      <button type="button" class="button" disabled>
        {texts.saved}
      </button>
      <button type="button" class="icon-button" aria-label={texts.copy}>
        <Icon name="copy" />
      </button>
      <button type="button" class="link-button">
        {texts.export}
      </button>
    </div>
  )
}

export function StatusSamples() {
  const texts = samples.status
  return (
    <div class="row">
      <Pill tone="wait" word={texts.waiting} />
      <Pill tone="now" word={texts.confirming} />
      <Pill tone="warn" word={texts.underpaid} />
      <Pill tone="good" word={texts.paid} />
      <Pill tone="bad" word={texts.failed} />
      <Pill tone="wait" word={texts.refunded} icon="undo" />
      <Pill tone="wait" word={texts.expired} icon="stop" />
    </div>
  )
}

export function ProgressSample() {
  const texts = samples.progress
  return (
    <ProgressStick
      label={texts.label}
      steps={[
        { label: texts.sent, detail: '18:06:31', isDone: true },
        { label: texts.confirmed, detail: '18:06:43', isDone: true },
        { label: texts.paid, isDone: false },
      ]}
    />
  )
}

export function FieldSamples() {
  const texts = samples.fields
  const [currency, setCurrency] = useState<'USD' | 'EUR'>('USD')
  const [isTaxed, setTaxed] = useState(true)
  const [isArchived, setArchived] = useState(false)
  const [hasShortcuts, setShortcuts] = useState(true)
  return (
    <div class="stack">
      <div class="sample-fields">
        <Field label={texts.name} defaultValue={texts.nameValue} />
        <Field label={texts.share} defaultValue="15.00" unit="%" inputMode="decimal" />
        <Field label={texts.address} defaultValue="0x9b02" problem={texts.addressProblem} />
        <Select
          label={texts.currency}
          hint={texts.currencyHint}
          options={[
            { value: 'USD', label: texts.usd },
            { value: 'EUR', label: texts.eur },
          ]}
          value={currency}
          onChange={(value) => setCurrency(value)}
        />
      </div>
      <TextArea label={texts.note} rows={2} />
      <div class="row">
        <Checkbox label={texts.tax} isChecked={isTaxed} onChange={setTaxed} />
        <Checkbox label={texts.archived} isChecked={isArchived} onChange={setArchived} />
        <Checkbox
          label={texts.shortcuts}
          kind="switch"
          isChecked={hasShortcuts}
          onChange={setShortcuts}
        />
      </div>
    </div>
  )
}

export function IconSamples() {
  return (
    <div class="row soft" aria-hidden="true">
      {iconNames.map((name) => (
        <Icon key={name} name={name} />
      ))}
    </div>
  )
}
