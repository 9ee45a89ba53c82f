import { teamTexts } from '../../core/texts/en-console-team.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { Rows } from '../panels/rows.js'
import { useLoad } from '../panels/use-load.js'
import { useConsoleTexts } from '../texts.js'

const texts = teamTexts.roles

/** The rights of each role. */
export function RolesTab() {
  const { roles: names } = useConsoleTexts()
  const query = useLoad('/api/members')
  return (
    <Panel title={texts.title} note={texts.note}>
      <Loaded query={query}>
        {({ roles, members }) => (
          <Rows
            label={texts.title}
            rows={roles}
            keyOf={({ role }) => role}
            columns={[
              { id: 'role', label: texts.role, cell: ({ role }) => <b>{names[role]}</b> },
              {
                id: 'people',
                label: texts.people,
                isEnd: true,
                cell: ({ role }) => members.filter((member) => member.role === role).length,
              },
              {
                id: 'rights',
                label: texts.rights,
                cell: ({ rights }) => (
                  <span class="right-list">
                    {rights.map((right) => (
                      <code key={right}>{right}</code>
                    ))}
                  </span>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  )
}
