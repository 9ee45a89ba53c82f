import { useState } from 'preact/hooks'
import { Field } from '../parts/field.js'
import { Select } from '../parts/select.js'
import { useConsoleTexts } from '../texts.js'
import type { RefundState } from './use-refund.js'

const reasons = [
  'none',
  'returned',
  'faulty',
  'duplicate',
  'canceled',
  'goodwill',
  'other',
] as const

const maxLength = 500

/** Why, and whether the goods come back. */
export function ReasonFields({ refund }: { refund: RefundState }) {
  const texts = useConsoleTexts().refund
  const { draft, change, lines } = refund
  const [reason, setReason] = useState<(typeof reasons)[number]>('none')
  const stocked = lines.filter(({ isStocked, left }) => isStocked && left > 0)
  const isStocked =
    draft.kind === 'everything'
      ? stocked.length > 0
      : draft.kind === 'lines' && stocked.some(({ lineId }) => draft.quantities[lineId])
  return (
    <>
      {isStocked && (
        <label class="row refund-check">
          <input
            type="checkbox"
            checked={draft.restock}
            onChange={({ currentTarget }) => change({ restock: currentTarget.checked })}
          />
          {texts.restock}
        </label>
      )}
      <Select
        label={texts.reason}
        hint={texts.reasonHint}
        options={reasons.map((value) => ({ value, label: texts.reasons[value] }))}
        value={reason}
        onChange={(value) => {
          setReason(value)
          const isFree = value === 'none' || value === 'other'
          change({ reason: isFree ? '' : texts.reasons[value] })
        }}
      />
      {reason === 'other' && (
        <Field
          label={texts.reasonText}
          maxLength={maxLength}
          value={draft.reason}
          onInput={({ currentTarget }) => change({ reason: currentTarget.value })}
        />
      )}
    </>
  )
}
