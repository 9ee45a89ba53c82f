import { useState } from 'preact/hooks'
import type { PaymentOption } from '../../core/api/payment-option.js'
import { useTexts } from '../../ui/language.js'
import { QrCode } from '../../ui/qr-code.js'
import { type DrawnQr, useQr } from '../../ui/use-qr.js'
import { WalletApps } from './wallet-apps.js'

type Props = {
  option: PaymentOption
  /** The amount, asset and network in words. */
  what: string
  pageUrl: string
  /** The code that the server rendered. */
  firstQr: DrawnQr | null
}

/**
 * Shows a QR code that opens this page on a phone or, instead, one with which a wallet app pays.
 */
export function ScanCode({ option, what, pageUrl, firstQr }: Props) {
  const { scan } = useTexts()
  const [isPayment, setPayment] = useState(false)
  const drawn = useQr(isPayment ? option.uri : pageUrl, firstQr)
  const steps = isPayment
    ? [scan.withWallet, scan.confirm(what)]
    : [scan.withCamera, scan.chooseWallet, scan.confirm(what)]
  return (
    <div class="scan">
      <h2>{isPayment ? scan.payCode : scan.onPhone}</h2>
      <QrCode qr={drawn} label={isPayment ? scan.paymentCode(what) : scan.pageCode} />
      <div>
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <button
          type="button"
          class="link-button needs-script"
          onClick={() => setPayment(!isPayment)}
        >
          {isPayment ? scan.cameraInstead : scan.walletInstead}
        </button>
      </div>
      <WalletApps pageUrl={pageUrl} isRow />
    </div>
  )
}
