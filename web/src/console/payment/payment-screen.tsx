import { useLocation, useSearch } from 'wouter-preact'
import { useConsoleTexts } from '../texts.js'
import { PaymentForm } from './payment-form.js'
import { PaymentWatch } from './payment-watch.js'
import './payment.css'

/** Creates a payment, then follows it until it is paid. */
export function Screen() {
  const texts = useConsoleTexts()
  const [, navigate] = useLocation()
  const receiptId = new URLSearchParams(useSearch()).get('receipt')
  return (
    <>
      <header class="screen-head">
        <h1>{texts.screens.payment}</h1>
      </header>
      {receiptId === null ? (
        <PaymentForm onCreated={(id) => navigate(`/payment?receipt=${encodeURIComponent(id)}`)} />
      ) : (
        <PaymentWatch
          key={receiptId}
          receiptId={receiptId}
          onAnother={() => navigate('/payment')}
        />
      )}
    </>
  )
}
