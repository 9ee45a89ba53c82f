import { useState } from 'preact/hooks'
import { useSearch } from 'wouter-preact'
import { developerTexts } from '../../core/texts/en-console-developers.js'
import { Loaded } from '../panels/loaded.js'
import { SecretDialog } from '../panels/secret-dialog.js'
import { useLoad } from '../panels/use-load.js'
import { Icon } from '../parts/icon.js'
import { Notice } from '../parts/notice.js'
import { DeliveriesPanel } from './deliveries-panel.js'
import { EndpointCard } from './endpoint-card.js'
import { type EndpointAction, EndpointDialog } from './endpoint-dialog.js'
import { ShopSecretPanel } from './shop-secret-panel.js'

const texts = developerTexts.webhooks

/** The endpoints of the shop, and what was delivered to the chosen one. */
export function WebhooksTab() {
  const endpoints = useLoad('/api/webhooks')
  const endpointId = new URLSearchParams(useSearch()).get('endpoint')
  const [action, setAction] = useState<EndpointAction | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const add = (
    <button type="button" class="button main" onClick={() => setAction({ kind: 'create' })}>
      <Icon name="plus" />
      {texts.add}
    </button>
  )
  return (
    <>
      <div class="endpoint-add">{add}</div>
      <Loaded
        query={endpoints}
        empty={({ webhooks }) =>
          webhooks.length === 0 ? <Notice title={texts.none} text={texts.noneText} /> : null
        }
      >
        {({ webhooks }) => {
          const chosen = webhooks.find(({ id }) => id === endpointId) ?? webhooks[0]
          return (
            <>
              {webhooks.map((endpoint) => (
                <EndpointCard
                  key={endpoint.id}
                  endpoint={endpoint}
                  isChosen={webhooks.length > 1 && endpoint === chosen}
                  onAction={setAction}
                />
              ))}
              {chosen && <DeliveriesPanel key={chosen.id} endpoint={chosen} />}
            </>
          )
        }}
      </Loaded>
      <ShopSecretPanel />
      {action && (
        <EndpointDialog
          action={action}
          onClose={() => setAction(null)}
          onSecret={(value) => {
            setAction(null)
            setSecret(value)
          }}
        />
      )}
      {secret !== null && (
        <SecretDialog
          title={texts.secretTitle}
          name={texts.secretName}
          secret={secret}
          onClose={() => setSecret(null)}
        >
          <p>{texts.secretText}</p>
        </SecretDialog>
      )}
    </>
  )
}
