import { useState } from 'preact/hooks'
import { teamTexts } from '../../core/texts/en-console-team.js'
import { Address } from '../panels/address.js'
import { FormDialog } from '../panels/confirm-dialog.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { Rows } from '../panels/rows.js'
import { useAct, useLoad } from '../panels/use-load.js'
import { Icon } from '../parts/icon.js'
import { Notice } from '../parts/notice.js'
import { useRight, useSession } from '../session/session.js'
import { CashiersPanel } from './cashiers-panel.js'
import { DevicesPanel, type Register } from './devices-panel.js'
import { PairDialog } from './pair-dialog.js'
import { RegisterDialog } from './register-dialog.js'

const texts = teamTexts.registers

type Opened = { kind: 'add' } | { kind: 'edit' | 'pair' | 'remove'; register: Register }

/** The registers, the devices that are paired with them, and the people who sell there. */
export function RegistersTab() {
  const mayManage = useRight('registers:manage')
  const query = useLoad('/api/registers')
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  return (
    <>
      <Panel
        title={texts.title}
        actions={
          mayManage && (
            <button type="button" class="button main" onClick={() => setOpened({ kind: 'add' })}>
              <Icon name="plus" />
              {texts.add}
            </button>
          )
        }
      >
        <Loaded
          query={query}
          empty={({ registers }) =>
            registers.length === 0 ? <Notice title={texts.none} text={texts.noneText} /> : null
          }
        >
          {({ registers }) => (
            <Rows
              label={texts.title}
              rows={registers}
              keyOf={({ id }) => id}
              columns={[
                {
                  id: 'name',
                  label: texts.fields.name,
                  cell: ({ id, name }) => (
                    <a href={`/pos/${id}`} target="_blank" rel="noreferrer">
                      <b>{name}</b>
                    </a>
                  ),
                },
                {
                  id: 'code',
                  label: texts.sale,
                  cell: ({ code }) => code && <Address value={`${location.origin}/t/${code}`} />,
                },
                {
                  id: 'actions',
                  label: texts.pair,
                  isLabelHidden: true,
                  isEnd: true,
                  cell: (register) =>
                    mayManage && (
                      <span class="row-actions">
                        <button
                          type="button"
                          class="button"
                          aria-label={texts.pairNamed(register.name)}
                          onClick={() => setOpened({ kind: 'pair', register })}
                        >
                          {texts.pair}
                        </button>
                        <button
                          type="button"
                          class="button"
                          aria-label={texts.editTitle(register.name)}
                          onClick={() => setOpened({ kind: 'edit', register })}
                        >
                          {texts.edit}
                        </button>
                        <button
                          type="button"
                          class="button quiet"
                          aria-label={texts.removeTitle(register.name)}
                          onClick={() => setOpened({ kind: 'remove', register })}
                        >
                          {texts.remove}
                        </button>
                      </span>
                    ),
                },
              ]}
            />
          )}
        </Loaded>
      </Panel>
      {mayManage && <DevicesPanel registers={query.data?.registers ?? []} />}
      <CashiersPanel />
      {opened?.kind === 'add' && <RegisterDialog register={null} onClose={close} />}
      {opened?.kind === 'edit' && <RegisterDialog register={opened.register} onClose={close} />}
      {opened?.kind === 'pair' && <PairDialog register={opened.register} onClose={close} />}
      {opened?.kind === 'remove' && <RemoveDialog register={opened.register} onClose={close} />}
    </>
  )
}

function RemoveDialog({ register, onClose }: { register: Register; onClose(): void }) {
  const { api } = useSession()
  const remove = useAct(
    () => api.call('delete', '/api/registers/{id}', { path: { id: register.id } }),
    {
      done: texts.removed,
      changes: ['/api/registers', '/api/devices'],
      isQuiet: true,
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      title={texts.removeTitle(register.name)}
      submit={texts.remove}
      isDanger
      onSubmit={() => remove.mutateAsync(undefined)}
      onClose={onClose}
    >
      <p>{texts.removeText}</p>
    </FormDialog>
  )
}
