import { useState } from 'preact/hooks'
import { teamTexts } from '../../core/texts/en-console-team.js'
import type { ResultOf } from '../api/api-types.js'
import { Address } from '../panels/address.js'
import { FormDialog } from '../panels/confirm-dialog.js'
import { Panel } from '../panels/page.js'
import { useAct, useLoad } from '../panels/use-load.js'
import { useSession } from '../session/session.js'
import { type OwnerMessage, Signer } from './sign-message.js'

const texts = teamTexts.security

type Recovery = ResultOf<'get', '/api/owner/recoveries'>['recoveries'][number]

/** The shops whose recovery wallet the person has. Empty for most people. */
export function RecoveriesPanel() {
  const { data } = useLoad('/api/owner/recoveries')
  const [chosen, setChosen] = useState<Recovery | null>(null)
  if (!data || data.recoveries.length === 0) return null
  return (
    <Panel title={texts.recoveries} note={texts.recoveriesNote}>
      <ul class="plain-list">
        {data.recoveries.map((recovery) => (
          <li key={recovery.merchant} class="row spread">
            <Address value={recovery.merchant} />
            <button type="button" class="button" onClick={() => setChosen(recovery)}>
              {texts.recover}
            </button>
          </li>
        ))}
      </ul>
      {chosen && <RecoverDialog recovery={chosen} onClose={() => setChosen(null)} />}
    </Panel>
  )
}

function RecoverDialog({ recovery, onClose }: { recovery: Recovery; onClose(): void }) {
  const { api, me } = useSession()
  const [signature, setSignature] = useState<string | null>(null)
  const typedData = recovery.typedData as unknown as OwnerMessage
  const recover = useAct(
    () => {
      const { nonce, expiresAt } = typedData.message
      const { merchant } = recovery
      const body = { merchant, nonce, expiresAt, signature: signature ?? '' }
      return api.call('post', '/api/owner/recover', { body })
    },
    // The person has another shop now.
    { done: texts.ownerChanged, isQuiet: true, onDone: () => location.reload() },
  )
  return (
    <FormDialog
      title={texts.recoverTitle}
      submit={texts.recover}
      isDanger
      isDisabled={signature === null}
      onSubmit={() => recover.mutateAsync(undefined)}
      onClose={onClose}
    >
      <p>{texts.recoverText}</p>
      <Signer
        name={texts.signers.recovery}
        address={me.wallet ?? ''}
        typedData={typedData}
        isSigned={signature !== null}
        onSigned={setSignature}
      />
    </FormDialog>
  )
}
