import type { PortalReceipt } from '@tallystick/sdk'
import { useState } from 'preact/hooks'
import type { PortalApi } from '../live/portal-api.js'
import { canPay, deriveStage } from '../state/derive-stage.js'

type Props = {
  api: PortalApi
  receipt: PortalReceipt
  symbol: string
  failureCodes: readonly string[]
}

/** Simulates payments and failures in a sandbox, without a wallet. */
export function SandboxTile({ api, receipt, symbol, failureCodes }: Props) {
  const [code, setCode] = useState(failureCodes[0] ?? '')
  const [running, setRunning] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const isOpen = canPay(receipt)
  const isUnpaid = isOpen || deriveStage(receipt) === 'sent'

  const simulate = async (scenario: string) => {
    setRunning(scenario)
    setProblem(null)
    const response = await api.simulate(scenario, symbol)
    setRunning(null)
    if (!response.ok) setProblem(response.message)
  }
  const button = (label: string, scenario: string, isEnabled: boolean) => (
    <button
      type="button"
      class="quiet-button"
      disabled={!isEnabled || running !== null}
      onClick={() => void simulate(scenario)}
    >
      {running === scenario ? 'Working' : label}
    </button>
  )

  return (
    <section class="sandbox-tile needs-script" aria-labelledby="sandbox-title">
      <h2 id="sandbox-title">Sandbox</h2>
      <p>No real money moves here. Simulate what can happen to a payment.</p>
      <div class="actions">
        {button('Pay as test buyer', 'exact', isOpen)}
        {button(
          'Pay half',
          `under:${halfOf(receipt.payment.dueUsd)}`,
          isOpen && receipt.payment.dueUsd >= 0.02,
        )}
        {button('Mine blocks', 'mine', true)}
        {button('Expire receipt', 'expire', isUnpaid)}
      </div>
      <div class="fail">
        <label for="code">Fail with</label>
        <select id="code" value={code} onChange={(event) => setCode(event.currentTarget.value)}>
          {failureCodes.map((failureCode) => (
            <option key={failureCode} value={failureCode}>
              {failureCode}
            </option>
          ))}
        </select>
        {button('Fail', code, isUnpaid)}
      </div>
      <p role="alert" class={problem ? 'notice' : 'visually-hidden'}>
        {problem}
      </p>
    </section>
  )
}

/** Rounds down to cents. */
function halfOf(usd: number): string {
  return (Math.floor(usd * 50) / 100).toFixed(2)
}
