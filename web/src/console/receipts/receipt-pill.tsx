import { Pill } from '../parts/pill.js'
import { useConsoleTexts } from '../texts.js'
import { type Receipt, standingLooks, standingOf } from './receipt.js'

/** Shows where a receipt stands, and whether it is archived. */
export function ReceiptPill({ receipt }: { receipt: Receipt }) {
  const { receipts: texts } = useConsoleTexts()
  const standing = standingOf(receipt)
  return (
    <>
      <Pill {...standingLooks[standing]} word={texts.standing[standing]} />
      {receipt.archivedAt !== undefined && <span class="archived-mark">{texts.archived}</span>}
    </>
  )
}
