import type { PortalReceipt } from '@tallystick/sdk'
import { useState } from 'preact/hooks'
import { useTexts } from '../../ui/language.js'
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
  const { sandbox: texts, failures } = useTexts()
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
    if (!response.ok) setProblem(response.message ?? failures.unreachable)
  }
  const button = (label: string, scenario: string, isEnabled: boolean) => (
    <button
      type="button"
      class="quiet-button"
      disabled={!isEnabled || running !== null}
      onClick={() => void simulate(scenario)}
    >
      {running === scenario ? texts.working : label}
    </button>
  )

  return (
    <section class="sandbox-tile needs-script" aria-labelledby="sandbox-title">
      <h2 id="sandbox-title">{texts.title}</h2>
      <p>{texts.note}</p>
      <div class="actions">
        {button(texts.pay, 'exact', isOpen)}
        {button(
          texts.half,
          `under:${halfOf(receipt.payment.dueUsd)}`,
          isOpen && receipt.payment.dueUsd >= 0.02,
        )}
        {button(texts.mine, 'mine', true)}
        {button(texts.expire, 'expire', isUnpaid)}
      </div>
      <div class="fail">
        <label for="code">{texts.failWith}</label>
        <select id="code" value={code} onChange={(event) => setCode(event.currentTarget.value)}>
          {failureCodes.map((failureCode) => (
            <option key={failureCode} value={failureCode}>
              {failureCode}
            </option>
          ))}
        </select>
        {button(texts.fail, code, isUnpaid)}
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
