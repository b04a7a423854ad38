// The form of an article rule. Count and deadline default to the publishing standard.
import { Select } from 'antd'
import { editionLabels, editions } from '#contract/articles/article-labels.ts'
import { getBoard, listDues } from '#contract/monitoring/board.ts'
import { type ArticleRuleForm, articleRuleCalls, getArticleRuleChoices } from '#contract/monitoring/rules.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import { RowFormPage } from '#web/kit/form/row-form-page.tsx'
import { useCall } from '#web/lib/query.ts'
import { sayWeekdays } from './monitoring-labels.tsx'
import { chosenFrom, commonInputs, OpenSelect, patternNames } from './rule-inputs.tsx'

const empty: ArticleRuleForm = {
  name: '',
  edition: 'zh',
  newsCategoryId: null,
  articleKind: '',
  wanted: null,
  calendarId: '',
  frequency: 'workday',
  weekdays: [],
  nth: -1,
  dueTime: null,
  warnMinutes: 30,
  graceMinutes: 10,
  escalateMinutes: 30,
  ownerId: null,
  deputyId: null,
  channel: 'notice',
  remark: '',
}

const cleaned = (typed: ArticleRuleForm): ArticleRuleForm => ({
  ...typed,
  articleKind: typed.articleKind ?? '',
  wanted: typed.wanted ?? null,
  escalateMinutes: typed.escalateMinutes ?? null,
})

const editionOptions = optionsOf(editionLabels, editions)

export default function ArticleRuleFormPage({ edit }: { edit: boolean }) {
  const { data } = useCall(getArticleRuleChoices, {})
  return (
    <RowFormPage
      calls={articleRuleCalls}
      edit={edit}
      list="/dataMonitoring/templateManagement/articleSettings"
      draft="article-rule"
      empty={empty}
      input={cleaned}
      reads={[getBoard, listDues]}
      sections={(typed) => [
        { title: '监控什么', names: ['name', 'edition', 'newsCategoryId', 'articleKind', 'wanted'] },
        { title: '哪些天', names: patternNames(typed.frequency) },
        { title: '什么时候', names: ['dueTime', 'warnMinutes', 'graceMinutes', 'escalateMinutes'] },
        { title: '由谁负责', names: ['ownerId', 'deputyId', 'channel', 'remark'] },
      ]}
      inputs={{
        ...commonInputs(data?.calendars, { isOpen: false, dueTime: '按发布标准', owner: '请选择负责人' }),
        edition: <Select options={editionOptions} />,
        newsCategoryId: <OpenSelect options={chosenFrom(data?.newsCategories)} placeholder="全部分类" />,
        articleKind: <OpenSelect options={chosenFrom(data?.kinds)} placeholder="全部类型" />,
        wanted: { hint: '留空则按发布标准，标准没有规定时为 1 篇。' },
      }}
      say={{ weekdays: ['更新星期', sayWeekdays] }}
    />
  )
}
