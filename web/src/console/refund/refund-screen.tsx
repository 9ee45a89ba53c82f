import { useLocation, useSearch } from 'wouter-preact'
import { Notice } from '../parts/notice.js'
import { useConsoleTexts } from '../texts.js'
import { RefundDialog } from './refund-dialog.js'

/** Opens the refund of the receipt in the address, for links from other screens. */
export function Screen() {
  const texts = useConsoleTexts().states
  const [, navigate] = useLocation()
  const receiptId = new URLSearchParams(useSearch()).get('receipt')
  if (receiptId === null) {
    const action = { label: texts.goHome, href: '/' }
    return <Notice title={texts.notFound} text={texts.notFoundText} action={action} />
  }
  const close = () => navigate(`/receipts/${encodeURIComponent(receiptId)}`)
  return <RefundDialog receiptId={receiptId} onDone={close} />
}
