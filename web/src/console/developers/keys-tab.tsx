import { useState } from 'preact/hooks'
import { developerTexts } from '../../core/texts/en-console-developers.js'
import { panelTexts } from '../../core/texts/en-console-panels.js'
import type { ResultOf } from '../api/api-types.js'
import { useFormats } from '../format/use-formats.js'
import { FormDialog } from '../panels/confirm-dialog.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { Rows } from '../panels/rows.js'
import { SecretDialog } from '../panels/secret-dialog.js'
import { useAct, useLoad } from '../panels/use-load.js'
import { Icon } from '../parts/icon.js'
import { Notice } from '../parts/notice.js'
import { Pill } from '../parts/pill.js'
import { Select } from '../parts/select.js'
import { Time } from '../parts/time.js'
import { useSession } from '../session/session.js'
import { CreateKeyDialog, scopes } from './create-key-dialog.js'

const texts = developerTexts.keys

type Key = ResultOf<'get', '/api/keys'>['keys'][number]
type Opened =
  | { kind: 'create' }
  | { kind: 'rotate' | 'revoke'; key: Key }
  | { kind: 'secret'; apiKey: string | null; oldUntil: number | null }

/** The keys of the shop's programs. */
export function KeysTab() {
  const formats = useFormats()
  const keys = useLoad('/api/keys')
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const add = (
    <button type="button" class="button main" onClick={() => setOpened({ kind: 'create' })}>
      <Icon name="plus" />
      {texts.add}
    </button>
  )
  return (
    <Panel title={texts.title} note={texts.note} actions={add}>
      <Loaded
        query={keys}
        empty={({ keys: rows }) =>
          rows.length === 0 ? <Notice title={texts.none} text={texts.noneText} /> : null
        }
      >
        {({ keys: rows }) => (
          <Rows
            label={texts.title}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                id: 'name',
                label: texts.name,
                cell: ({ name, expiresAt }) => (
                  <span class="two-lines">
                    <b>{name}</b>
                    {expiresAt !== null && (
                      <span>
                        <Pill tone="warn" word={texts.endsAt(formats.dateTime(expiresAt))} />
                      </span>
                    )}
                  </span>
                ),
              },
              { id: 'prefix', label: texts.prefix, cell: ({ prefix }) => <code>{prefix}…</code> },
              {
                id: 'scopes',
                label: texts.scopes,
                cell: ({ scopes: given }) => (
                  <span title={given.join(', ')}>
                    {given.length === scopes.length
                      ? texts.allScopes
                      : texts.scopeCount(given.length)}
                  </span>
                ),
              },
              {
                id: 'created',
                label: texts.created,
                cell: ({ createdAt }) => <Time at={createdAt} kind="day" />,
              },
              {
                id: 'used',
                label: texts.used,
                cell: ({ lastUsedAt }) =>
                  lastUsedAt === null ? (
                    <span class="soft">{panelTexts.never}</span>
                  ) : (
                    <Time at={lastUsedAt} />
                  ),
              },
              {
                id: 'actions',
                label: panelTexts.actions,
                isLabelHidden: true,
                isEnd: true,
                cell: (key) => (
                  <span class="row-actions">
                    <button
                      type="button"
                      class="button"
                      disabled={key.expiresAt !== null}
                      aria-label={texts.rotateTitle(key.name)}
                      onClick={() => setOpened({ kind: 'rotate', key })}
                    >
                      {texts.rotate}
                    </button>
                    <button
                      type="button"
                      class="button quiet"
                      aria-label={`${texts.revoke} ${key.name}`}
                      onClick={() => setOpened({ kind: 'revoke', key })}
                    >
                      {texts.revoke}
                    </button>
                  </span>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      {opened?.kind === 'create' && (
        <CreateKeyDialog
          onClose={close}
          onCreated={(apiKey) => setOpened({ kind: 'secret', apiKey, oldUntil: null })}
        />
      )}
      {opened?.kind === 'rotate' && (
        <RotateKeyDialog
          keyToRotate={opened.key}
          onClose={close}
          onRotated={(apiKey, oldUntil) => setOpened({ kind: 'secret', apiKey, oldUntil })}
        />
      )}
      {opened?.kind === 'revoke' && <RevokeKeyDialog revoked={opened.key} onClose={close} />}
      {opened?.kind === 'secret' && (
        <SecretDialog
          title={texts.createdTitle}
          name={texts.secretName}
          secret={opened.apiKey ?? texts.storedElsewhere}
          onClose={close}
        >
          {opened.oldUntil !== null && <p>{texts.oldWorks(formats.dateTime(opened.oldUntil))}</p>}
        </SecretDialog>
      )}
    </Panel>
  )
}

type RotateProps = {
  keyToRotate: Key
  onRotated(apiKey: string | null, oldUntil: number | null): void
  onClose(): void
}

const graces = ['0', '1', '24', '72'] as const
const hourMs = 3_600_000

function RotateKeyDialog({ keyToRotate: { id, name }, onRotated, onClose }: RotateProps) {
  const { api } = useSession()
  const [grace, setGrace] = useState<keyof typeof texts.graces>('24')
  const [attempt] = useState(() => crypto.randomUUID())
  const rotate = useAct(
    () =>
      api.call('post', '/api/keys/{id}/rotate', {
        path: { id },
        headers: { 'idempotency-key': attempt },
        body: { graceHours: Number(grace) },
      }),
    {
      done: texts.rotated,
      changes: ['/api/keys'],
      isQuiet: true,
      onDone: ({ apiKey, key }) =>
        onRotated(apiKey, grace === '0' ? null : key.createdAt + Number(grace) * hourMs),
    },
  )
  return (
    <FormDialog
      title={texts.rotateTitle(name)}
      submit={texts.rotate}
      onSubmit={() => rotate.mutateAsync(undefined)}
      onClose={onClose}
    >
      <p>{texts.rotateText}</p>
      <Select
        label={texts.grace}
        value={grace}
        options={graces.map((value) => ({
          value,
          label: texts.graces[value],
        }))}
        onChange={(value) => setGrace(value)}
      />
    </FormDialog>
  )
}

function RevokeKeyDialog({ revoked, onClose }: { revoked: Key; onClose(): void }) {
  const { api } = useSession()
  const revoke = useAct(() => api.call('delete', '/api/keys/{id}', { path: { id: revoked.id } }), {
    done: texts.revoked,
    changes: ['/api/keys'],
    isQuiet: true,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={texts.revokeTitle(revoked.name)}
      submit={texts.revoke}
      isDanger
      onSubmit={() => revoke.mutateAsync(undefined)}
      onClose={onClose}
    >
      <p>{texts.revokeText}</p>
    </FormDialog>
  )
}
