import { reportTexts as texts } from '../../core/texts/en-console-reports.js'
import { Notice } from '../parts/notice.js'
import { usePeriod } from './use-reports.js'

/** Says that a period has nothing to report, and offers a longer one. */
export function NoSales() {
  const { change } = usePeriod()
  return (
    <div class="card">
      <Notice
        title={texts.none}
        text={texts.noneText}
        action={{ label: texts.longer, onClick: () => change({ range: 'year' }) }}
      />
    </div>
  )
}
