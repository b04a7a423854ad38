// What the list of visits is searched by.
import { visitFigureKeys, visitFigureLabels } from '#contract/visits/visit-labels.ts'
import { queryVisits } from '#contract/visits/visits.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { filtersOf, flagFilter, idFilter, selectFilter } from '#web/kit/list/filters.tsx'
import { regionFilter } from '#web/pickers/region-filter.tsx'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { TalkProductPicker } from './visit-fields.tsx'
import { onlyFilter } from './visit-labels.tsx'

const figureOptions = optionsOf(visitFigureLabels, visitFigureKeys)

export const filters = [
  ...filtersOf(queryVisits, ['enterpriseName', 'state']),
  dayRangeFilter('days', '计划日期', 'from', 'to'),
  onlyFilter('mine', '由谁拜访', '我的拜访'),
]

export const advanced = [
  ...filtersOf(queryVisits, ['kind']),
  regionFilter('regionId', '地区'),
  userFilter('ownerId', '拜访人'),
  selectFilter('figure', '统计口径', figureOptions),
  flagFilter('hasRegion', '地区是否已填', { yes: '已填', no: '未填' }),
  ...filtersOf(queryVisits, ['aim', 'result']),
  idFilter('productId', '谈到的产品', ({ id, value, onChange }) => (
    <TalkProductPicker
      id={id}
      placeholder="全部"
      value={value || null}
      onChange={(productId) => onChange(productId ?? '')}
    />
  )),
  onlyFilter('today', '今天', '今天的拜访'),
  onlyFilter('overdue', '逾期', '未到访或未报告'),
  onlyFilter('shared', '分享', '分享给我的'),
  dayRangeFilter('nextDays', '下一步日期', 'nextFrom', 'nextTo'),
]
