import { useState } from 'preact/hooks'
import { developerTexts } from '../../core/texts/en-console-developers.js'
import { ConfirmButton } from '../panels/confirm-dialog.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { SecretDialog } from '../panels/secret-dialog.js'
import { useAct, useLoad } from '../panels/use-load.js'
import { Time } from '../parts/time.js'
import { useSession } from '../session/session.js'

const texts = developerTexts.shopSecret

/** The secret that signs webhooks of receipts that no key created. */
export function ShopSecretPanel() {
  const { api } = useSession()
  const query = useLoad('/api/webhooks/secret')
  const [secret, setSecret] = useState<string | null>(null)
  // The same request again replaces the secret once.
  const [attempt, setAttempt] = useState(() => crypto.randomUUID())
  const replace = useAct(
    () =>
      api.call('post', '/api/webhooks/secret', {
        headers: { 'idempotency-key': attempt },
        body: {},
      }),
    {
      done: null,
      isQuiet: true,
      changes: ['/api/webhooks/secret'],
      onDone: ({ shopSecret }) => {
        setAttempt(crypto.randomUUID())
        setSecret(shopSecret.secret)
      },
    },
  )
  const updatedAt = query.data?.shopSecret?.updatedAt ?? null
  const label = updatedAt === null ? texts.create : texts.replace
  return (
    <Panel
      title={texts.title}
      note={texts.note}
      actions={
        <ConfirmButton
          label={label}
          title={`${label}?`}
          text={updatedAt === null ? texts.createText : texts.replaceText}
          isDisabled={!query.isSuccess}
          onConfirm={() => replace.mutateAsync(undefined)}
        />
      }
    >
      <Loaded query={query} lines={1}>
        {() => (
          <p>
            {updatedAt === null ? (
              texts.none
            ) : (
              <>
                {texts.since} <Time at={updatedAt} />
              </>
            )}
          </p>
        )}
      </Loaded>
      {secret !== null && (
        <SecretDialog
          title={texts.title}
          name={texts.title}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </Panel>
  )
}
