// Rules of articles: how many of a category and kind are to be published, on which days, by when.

import { Input } from 'antd'
import { useState } from 'react'
import { type ArticleKind, articleKindLabels, type Edition, editionLabels } from '#contract/articles/article-labels.ts'
import { getBoard, listDues } from '#contract/monitoring/board.ts'
import {
  type ArticleRuleRow,
  articleRuleCalls,
  articleRuleSwitches,
  getArticleRuleChoices,
} from '#contract/monitoring/rules.ts'
import { ChoiceField } from '#web/kit/form/choice-field.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { flagFilter, textFilter } from '#web/kit/list/filters.tsx'
import { RowsPage } from '#web/kit/list/rows-page.tsx'
import { EnabledStatus } from '#web/kit/table/status.tsx'
import { useCall } from '#web/lib/query.ts'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { patternText } from './monitoring-labels.tsx'
import { chosenFrom, OpenSelect } from './rule-inputs.tsx'

const filters = [
  textFilter('name', '规则名称', 100),
  userFilter('ownerId', '负责人'),
  flagFilter('isEnabled', '状态', { yes: '启用', no: '禁用' }),
]

const kindOf = (kind: string) => (kind === '' ? '全部类型' : (articleKindLabels[kind as ArticleKind] ?? kind))

const columns = columnsOf(articleRuleCalls.list, {
  name: { width: 200 },
  edition: { width: 70, render: ({ edition }) => editionLabels[edition as Edition] ?? '' },
  categoryName: { width: 170, empty: '全部分类' },
  articleKind: { width: 90, render: ({ articleKind }) => kindOf(articleKind) },
  standard: { width: 160, tip: '分类的发布标准；规则中留空的项按发布标准执行。' },
  wanted: { width: 90, render: ({ wanted }) => (wanted === null ? '按标准' : `${wanted} 篇`) },
  frequency: { label: '更新日', width: 150, render: patternText },
  calendarName: { width: 110 },
  dueTime: { label: '应更新', width: 90, empty: '按标准' },
  graceMinutes: { label: '宽限', width: 80, align: 'right', render: ({ graceMinutes }) => `${graceMinutes} 分钟` },
  ownerName: { width: 90 },
  deputyName: { width: 90 },
  isEnabled: { width: 90, render: EnabledStatus },
  updatedAt: { width: 150 },
})

const reads = [getBoard, listDues]
const calls = { ...articleRuleCalls, ...articleRuleSwitches }
const PAGES = '/dataMonitoring/templateManagement/articleSettings'
const NAME_MAX = 100

type Copied = { name: string; edition: Edition; newsCategoryId: string | null; articleKind: string }

function CopyRule({ rule, onClosed }: { rule: ArticleRuleRow; onClosed: () => void }) {
  const { data } = useCall(getArticleRuleChoices, {})
  const of = articleRuleCalls.copy
  return (
    <FormDialog<typeof of, Copied>
      title={`复制规则“${rule.name}”`}
      endpoint={of}
      initial={{
        name: `${rule.name} 副本`.slice(0, NAME_MAX),
        edition: rule.edition as Edition,
        newsCategoryId: null,
        articleKind: rule.articleKind,
      }}
      input={({ articleKind, ...values }) => ({ ...values, articleKind: articleKind ?? '', id: rule.id })}
      success="复制成功"
      invalidates={[articleRuleCalls.list, ...reads]}
      verb="复制"
      isDanger={false}
      onClosed={onClosed}
    >
      <Field of={of} name="name">
        <Input maxLength={NAME_MAX} />
      </Field>
      <ChoiceField of={of} name="edition" isList />
      <Field of={of} name="newsCategoryId" hint="范围相同的规则只能有一条，请选择另一个分类或类型。">
        <OpenSelect options={chosenFrom(data?.newsCategories)} placeholder="全部分类" />
      </Field>
      <Field of={of} name="articleKind" isRequired={false}>
        <OpenSelect options={chosenFrom(data?.kinds)} placeholder="全部类型" />
      </Field>
    </FormDialog>
  )
}

export default function ArticleRuleList() {
  const [copied, setCopied] = useState<ArticleRuleRow>()
  return (
    <>
      <RowsPage
        calls={calls}
        settings="articleSettings"
        filters={filters}
        columns={columns}
        rowName={({ name }) => name}
        form={{ pages: { add: `${PAGES}/add`, edit: `${PAGES}/edit` } }}
        acts={(row) => [{ label: '复制', call: articleRuleCalls.copy, run: () => setCopied(row) }]}
        removing={() => '删除后不再监控这些资讯。已结束的日子不变。'}
        disabling={() => '禁用后不再监控这些资讯。'}
        isBatch
        reads={reads}
      />
      {copied && <CopyRule rule={copied} onClosed={() => setCopied(undefined)} />}
    </>
  )
}
