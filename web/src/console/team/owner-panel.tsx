import { useState } from 'preact/hooks'
import { teamTexts } from '../../core/texts/en-console-team.js'
import type { ResultOf } from '../api/api-types.js'
import { useFormats } from '../format/use-formats.js'
import { Address } from '../panels/address.js'
import { FormDialog } from '../panels/confirm-dialog.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { useAct, useLoad } from '../panels/use-load.js'
import { Field } from '../parts/field.js'
import { useSession } from '../session/session.js'
import { type OwnerMessage, Signer } from './sign-message.js'

const texts = teamTexts.security

type Owner = ResultOf<'get', '/api/owner'>
type Action = keyof typeof texts.actions

/** The owner and the recovery wallet, and the changes that their wallets sign. */
export function OwnerPanel() {
  const { dateTime } = useFormats()
  const query = useLoad('/api/owner')
  const [action, setAction] = useState<Action | null>(null)
  return (
    <Panel title={texts.owner} note={texts.ownerNote}>
      <Loaded query={query}>
        {(data) => (
          <div class="stack">
            <dl class="fact-grid">
              <div>
                <dt>{texts.ownerWallet}</dt>
                <dd>
                  <Address value={data.owner} />
                </dd>
              </div>
              <div>
                <dt>{texts.recovery}</dt>
                <dd>
                  {data.recoveryWallet ? <Address value={data.recoveryWallet} /> : texts.noRecovery}
                  {data.recoveryRemovedAt !== null && (
                    <p class="soft">{texts.recoveryEnds(dateTime(data.recoveryRemovedAt))}</p>
                  )}
                </dd>
              </div>
            </dl>
            <div class="row">
              {listActions(data).map((name) => (
                <button key={name} type="button" class="button" onClick={() => setAction(name)}>
                  {texts.actions[name]}
                </button>
              ))}
            </div>
            {action && (
              <ChangeDialog action={action} ownership={data} onClose={() => setAction(null)} />
            )}
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

/** A recovery wallet is removed before another one is registered, or the shop is transferred. */
function listActions({ recoveryWallet }: Owner): Action[] {
  return recoveryWallet ? ['remove-recovery-wallet'] : ['register-recovery-wallet', 'transfer']
}

type ChangeProps = { action: Action; ownership: Owner; onClose(): void }

function ChangeDialog({ action, ownership, onClose }: ChangeProps) {
  const { api } = useSession()
  const isRemoval = action === 'remove-recovery-wallet'
  const [other, setOther] = useState(ownership.recoveryWallet ?? '')
  const [typedData, setTypedData] = useState<OwnerMessage | null>(null)
  const [signatures, setSignatures] = useState<{ owner?: string; other?: string }>({})
  const isComplete = isRemoval
    ? Boolean(signatures.owner || signatures.other)
    : Boolean(signatures.owner && signatures.other)
  const save = useAct(
    () => {
      const { nonce, expiresAt } = typedData?.message ?? { nonce: '', expiresAt: 0 }
      const signed = { nonce, expiresAt }
      const [ownerSignature, otherSignature] = [signatures.owner ?? '', signatures.other ?? '']
      if (action === 'transfer') {
        const body = {
          ...signed,
          newOwner: other,
          ownerSignature,
          newOwnerSignature: otherSignature,
        }
        return api.call('post', '/api/owner/transfer', { body })
      }
      if (action === 'register-recovery-wallet') {
        const body = { ...signed, recoveryWallet: other, ownerSignature }
        return api.call('post', '/api/owner/recovery-wallet', {
          body: { ...body, recoverySignature: otherSignature },
        })
      }
      return api.call('post', '/api/owner/recovery-wallet/remove', {
        body: {
          ...signed,
          ...(otherSignature ? { recoverySignature: otherSignature } : { ownerSignature }),
        },
      })
    },
    {
      done: texts.ownerChanged,
      changes: ['/api/owner'],
      isQuiet: true,
      // The rights of the session are others now.
      onDone: () => (action === 'transfer' ? location.reload() : onClose()),
    },
  )
  const readMessage = async () => {
    const query = { action, other: other.trim() }
    const ownerMessage = await api.call('get', '/api/owner/message', { query })
    setTypedData(ownerMessage.typedData as unknown as OwnerMessage)
  }
  return (
    <FormDialog
      title={texts.actions[action]}
      submit={typedData ? texts.actions[action] : texts.continue}
      isDanger={typedData !== null && action === 'transfer'}
      isDisabled={typedData ? !isComplete : other.trim() === ''}
      onSubmit={() => (typedData ? save.mutateAsync(undefined) : readMessage())}
      onClose={onClose}
    >
      <p>{texts.actionTexts[action]}</p>
      {!isRemoval && (
        <Field
          label={texts.other}
          hint={texts.otherHint}
          value={other}
          spellcheck={false}
          maxLength={42}
          readOnly={typedData !== null}
          required
          onInput={({ currentTarget }) => setOther(currentTarget.value)}
        />
      )}
      {typedData && (
        <>
          <Signer
            name={texts.signers.owner}
            address={ownership.owner}
            typedData={typedData}
            isSigned={Boolean(signatures.owner)}
            onSigned={(owner) => setSignatures((known) => ({ ...known, owner }))}
          />
          <Signer
            name={isRemoval ? texts.signers.recovery : texts.signers.other}
            address={other.trim()}
            typedData={typedData}
            isSigned={Boolean(signatures.other)}
            onSigned={(signature) => setSignatures((known) => ({ ...known, other: signature }))}
          />
        </>
      )}
    </FormDialog>
  )
}
