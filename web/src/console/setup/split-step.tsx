import { useQueryClient } from '@tanstack/preact-query'
import { Link } from 'wouter-preact'
import { setupTexts } from '../../core/texts/en-console-setup.js'
import type { SetupFacts } from '../home/use-setup.js'
import { shorten } from '../panels/address.js'
import { useRight, useSession } from '../session/session.js'
import { StepForm } from './step-form.js'
import { useStep } from './use-step.js'

const texts = setupTexts.split
/** All but the share of the platform, in hundredths of a percent. */
const ownShareBps = 9_950

type StepProps = { facts: SetupFacts; onDone(): void }

/** The wallets that share each payment: at first, the wallet of the owner. */
export function SplitStep({ facts: { recipients }, onDone }: StepProps) {
  const { api, me, membership } = useSession()
  const queries = useQueryClient()
  const step = useStep(onDone)
  const mayWrite = useRight('split:write')
  const address = me.wallet ?? membership.wallet
  if (!mayWrite) return <p>{texts.ownerOnly}</p>
  if (recipients > 0) {
    return (
      <>
        <p>{texts.set(String(recipients - 1), recipients === 2)}</p>
        <Link class="button" href="/payouts">
          {texts.several}
        </Link>
      </>
    )
  }
  return (
    <StepForm
      step={step}
      submit={texts.confirm}
      onSubmit={async () => {
        const body = { recipients: [{ address, sharesBps: ownShareBps }] }
        await api.call('post', '/api/split/deploy', { body })
        void queries.invalidateQueries({ queryKey: ['split', membership.wallet] })
      }}
      others={
        <Link class="button" href="/payouts">
          {texts.several}
        </Link>
      }
    >
      <p title={address}>{texts.text(shorten(address))}</p>
    </StepForm>
  )
}
