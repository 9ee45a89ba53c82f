import { operatorTexts } from '../../core/texts/en-console-operator.js'
import type { ResultOf } from '../api/api-types.js'
import { useFormats } from '../format/use-formats.js'
import { ConfirmButton } from '../panels/confirm-dialog.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { Rows } from '../panels/rows.js'
import { useAct, useLoad } from '../panels/use-load.js'
import { Pill } from '../parts/pill.js'
import { Time } from '../parts/time.js'
import { showToast } from '../parts/toast.js'
import { useSession } from '../session/session.js'
import { writeDuration } from './write-duration.js'

const texts = operatorTexts.jobs

type Job = ResultOf<'get', '/api/admin/jobs'>['jobs'][number]

/** The recurring jobs: how the last run went, and when the next one is due. */
export function JobsTab() {
  const formats = useFormats()
  const { api } = useSession()
  const query = useLoad('/api/admin/jobs', {}, { refreshMs: 3_000 })
  const run = useAct(
    (job: string) => api.call('post', '/api/admin/jobs/{job}/run', { path: { job } }),
    {
      done: null,
      isQuiet: true,
      changes: ['/api/admin/jobs'],
      onDone: ({ job }) => showToast({ kind: 'good', text: texts.asked(job.job) }),
    },
  )
  return (
    <Panel title={texts.title}>
      <Loaded query={query} lines={10}>
        {({ jobs }) => (
          <Rows
            label={texts.title}
            rows={jobs}
            keyOf={({ job }) => job}
            columns={[
              {
                id: 'job',
                label: texts.columns.job,
                cell: ({ job, everyMs, lastError }) => (
                  <span class="two-lines">
                    <b>{job}</b>
                    <span class="soft">{texts.every(writeDuration(everyMs))}</span>
                    {lastError && <span class="bad-text">{lastError}</span>}
                  </span>
                ),
              },
              {
                id: 'state',
                label: texts.columns.state,
                cell: (job) => <Pill {...lookOf(job)} />,
              },
              {
                id: 'last',
                label: texts.columns.last,
                isEnd: true,
                cell: ({ lastRunAt }) =>
                  lastRunAt === null ? (
                    <span class="soft">{texts.first}</span>
                  ) : (
                    <Time at={lastRunAt} />
                  ),
              },
              {
                id: 'took',
                label: texts.columns.took,
                isEnd: true,
                cell: ({ lastDurationMs }) =>
                  lastDurationMs === null ? '' : `${formats.count(lastDurationMs)} ms`,
              },
              {
                id: 'next',
                label: texts.columns.next,
                isEnd: true,
                cell: ({ nextRunAt }) => <Time at={nextRunAt} />,
              },
              {
                id: 'run',
                label: texts.run,
                isLabelHidden: true,
                isEnd: true,
                cell: ({ job, isRunning }) => (
                  <ConfirmButton
                    label={texts.run}
                    name={texts.runNamed(job)}
                    title={texts.runTitle(job)}
                    text={texts.runText}
                    isDisabled={isRunning}
                    onConfirm={() => run.mutateAsync(job)}
                  />
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  )
}

function lookOf({ isRunning, isOverdue, failures, lastRunAt }: Job) {
  if (failures > 0) return { tone: 'bad', word: texts.failing(failures) } as const
  if (isOverdue) return { tone: 'bad', word: texts.overdue } as const
  if (isRunning) return { tone: 'now', word: texts.running } as const
  if (lastRunAt === null) return { tone: 'wait', word: texts.first } as const
  return { tone: 'good', word: texts.good } as const
}
