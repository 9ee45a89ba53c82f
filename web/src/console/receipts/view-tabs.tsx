import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { Icon } from '../parts/icon.js'
import { Menu } from '../parts/menu.js'
import { Tabs } from '../parts/tabs.js'
import { useConsoleTexts } from '../texts.js'
import { type ColumnName, toColumns } from './columns.js'
import { type Filters, writeFilters } from './filters.js'
import { SaveViewDialog } from './save-view-dialog.js'
import { useViews, type View, type ViewContent } from './use-views.js'

type ViewTabsProps = {
  filters: Filters
  search: string
  columns: readonly ColumnName[]
  /** Called with the columns of a view, or with none for the usual ones. */
  onColumns(columns: readonly ColumnName[]): void
}

const builtIn: readonly { name: 'all' | 'waiting' | 'action'; filters: Filters }[] = [
  { name: 'all', filters: {} },
  { name: 'waiting', filters: { flag: 'waiting' } },
  { name: 'action', filters: { flag: 'action' } },
]

/** Lets a person switch between views of the list, and save what they see as a view. */
export function ViewTabs({ filters, search, columns, onColumns }: ViewTabsProps) {
  const { views: texts } = useConsoleTexts().receipts
  const [, navigate] = useLocation()
  const [isSaving, setSaving] = useState(false)
  const state = useViews()
  const { views, mayChange, update, remove } = state
  const viewId = new URLSearchParams(search).get('view')
  const view = views.find(({ id }) => id === viewId)
  useEffect(() => onColumns(view ? toColumns(view.columns) : []), [view])

  const current = writeFilters(filters)
  const content: ViewContent = { query: toRecord(filters), columns }
  const tabs = [
    ...builtIn.map(({ name, filters: own }) => ({
      id: name,
      label: texts[name],
      href: hrefOf(writeFilters(own)),
      isCurrent: !view && writeFilters(own) === current,
    })),
    ...views.map((saved) => ({
      id: saved.id,
      label: saved.name,
      href: hrefOf(queryOf(saved)),
      isCurrent: saved === view,
    })),
  ]
  return (
    <>
      <Tabs
        label={texts.label}
        tabs={tabs}
        current={tabs.find(({ isCurrent }) => isCurrent)?.id ?? null}
      >
        <button type="button" onClick={() => setSaving(true)}>
          <Icon name="plus" />
          {texts.save}
        </button>
        {view && mayChange(view) && (
          <Menu
            label={texts.options(view.name)}
            triggerClass="icon-button small"
            trigger={<Icon name="dots" />}
            items={[
              {
                id: 'update',
                label: texts.update,
                icon: 'check',
                onSelect: () => update.mutate({ view, content }),
              },
              {
                id: 'delete',
                label: texts.delete,
                icon: 'close',
                isDanger: true,
                onSelect: () => {
                  remove.mutate(view)
                  navigate('/receipts', { replace: true })
                },
              },
            ]}
          />
        )}
      </Tabs>
      {isSaving && (
        <SaveViewDialog
          state={state}
          content={content}
          onSaved={(saved) => {
            setSaving(false)
            navigate(hrefOf(queryOf(saved)), { replace: true })
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  )
}

function hrefOf(query: string): string {
  return `/receipts${query && `?${query}`}`
}

/** The name of a view stands last, after the filters that a person can read. */
function queryOf({ id, query }: View): string {
  return new URLSearchParams([...Object.entries(query), ['view', id]]).toString()
}

function toRecord(filters: Filters): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(writeFilters(filters)))
}
