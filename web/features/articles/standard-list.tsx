// Publishing standards: what an article of a category and kind must meet before it is submitted.
import { Input, Select, Tag } from 'antd'
import { useState } from 'react'
import { articleKindLabels, editionLabels } from '#contract/articles/article-labels.ts'
import { demandable, demandableKeys } from '#contract/articles/standard-rules.ts'
import { type StandardRow, standardCalls } from '#contract/articles/standards.ts'
import { textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { RowsPage } from '#web/kit/list/rows-page.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { NewsCategoryPicker } from '#web/pickers/news-category-picker.tsx'
import { TextTags } from '#web/pickers/text-tags.tsx'
import { UsersPicker } from '#web/pickers/user-picker.tsx'
import { editionOptions, kindOptions } from './article-labels.tsx'
import './articles.css'

const fieldOptions = optionsOf(demandable, demandableKeys)
const stepOptions = [
  { value: 1, label: '一级审核' },
  { value: 2, label: '两级审核' },
]

const filters = [
  textFilter('name', '标准名称', 60),
  selectFilter('edition', '语种', editionOptions),
  selectFilter('kind', '资讯类型', kindOptions),
]

const range = (least: number | null, most: number | null) =>
  !least && most === null ? '不限' : most === null ? `≥ ${least}` : `${least ?? 0}–${most}`

/** The reviewers of each step; a person who can no longer review is shown with the reason. */
function Steps({ reviewSteps, firstReviewers, secondReviewers }: StandardRow) {
  const isNamed = firstReviewers.length + secondReviewers.length > 0
  if (!isNamed) return stepOptions[reviewSteps - 1]?.label
  return [firstReviewers, secondReviewers].slice(0, reviewSteps).map((people, at) => (
    <div key={at === 0 ? 'first' : 'second'}>
      {at === 0 ? '一级：' : '二级：'}
      {people.length === 0 && '有审核权限的人员'}
      {people.map(({ id, name, lack }) => (
        <Tag key={id} {...(lack && { color: 'warning' })}>
          {lack ? `${name}（${lack}）` : name}
        </Tag>
      ))}
      {people.length > 0 && people.every(({ lack }) => lack !== '') && (
        <small className="article-note">暂由有审核权限的人员审核</small>
      )}
    </div>
  ))
}

const columns = columnsOf(standardCalls.list, {
  name: { width: 160 },
  edition: { width: 70, render: ({ edition }) => (edition ? editionLabels[edition] : '不限') },
  newsCategoryName: { width: 110, empty: '不限' },
  kind: { label: '类型', width: 90, render: ({ kind }) => (kind ? articleKindLabels[kind] : '不限') },
  reviewSteps: { label: '审核', width: 220, render: Steps },
  leastWords: { label: '字数', width: 100, render: ({ leastWords, mostWords }) => range(leastWords, mostWords) },
  leastPictures: { label: '图片', width: 70 },
  leastSummary: {
    label: '摘要字数',
    width: 100,
    render: ({ leastSummary, mostSummary }) => range(leastSummary, mostSummary),
  },
  requiredFields: {
    width: 150,
    render: ({ requiredFields }) => requiredFields.map((key) => demandable[key]).join('、'),
  },
  forbiddenWords: { width: 80, align: 'right', render: ({ forbiddenWords }) => forbiddenWords.length },
  timesADay: { width: 80 },
  publishedToday: {
    label: '今日已发',
    width: 90,
    render: ({ publishedToday, timesADay }) =>
      timesADay === 0 ? (
        publishedToday
      ) : (
        <Status tone={publishedToday < timesADay ? 'warning' : 'good'}>{`${publishedToday} 篇`}</Status>
      ),
  },
  deadline: { width: 90 },
  updatedAt: {},
})

const empty = () => ({
  name: '',
  edition: null,
  newsCategoryId: null,
  kind: null,
  leastWords: null,
  mostWords: null,
  leastPictures: 0,
  leastSummary: 0,
  mostSummary: null,
  requiredFields: [],
  sources: [],
  forbiddenWords: [],
  timesADay: 0,
  deadline: '',
  reviewSteps: 1,
  firstReviewerIds: [],
  secondReviewerIds: [],
  remark: '',
})

const valuesOf = (row: StandardRow) =>
  Object.fromEntries(Object.keys(empty()).map((key) => [key, row[key as keyof StandardRow] ?? null]))

const say = {
  requiredFields: [
    '必填内容',
    (keys: readonly (keyof typeof demandable)[]) => textOrDash(keys.map((key) => demandable[key]).join('、')),
  ],
}

const any = { allowClear: true, placeholder: '不限' } as const

const reviewers = { input: <UsersPicker work="articleReviews" placeholder="不指定" />, isRequired: false } as const

const inputs = {
  edition: <Select {...any} options={editionOptions} />,
  newsCategoryId: <NewsCategoryPicker placeholder="不限" />,
  kind: <Select {...any} options={kindOptions} />,
  requiredFields: { input: <Select mode="multiple" options={fieldOptions} placeholder="可多选" />, isRequired: false },
  sources: { input: <TextTags placeholder="留空则不限" />, isRequired: false },
  forbiddenWords: { input: <TextTags placeholder="输入或粘贴，自动分开" />, isRequired: false },
  timesADay: { hint: '每天至少发布几篇；0 为不要求' },
  deadline: { input: <Input placeholder="HH:mm" maxLength={5} />, isRequired: false },
  reviewSteps: <Select options={stepOptions} />,
  firstReviewerIds: { ...reviewers, hint: '留空则由有审核权限的人员审核' },
  secondReviewerIds: { ...reviewers, hint: '两级审核时填写；同一篇资讯的两级由不同的人员完成' },
}

export default function StandardList() {
  const [copied, setCopied] = useState<StandardRow>()
  return (
    <>
      <RowsPage
        calls={standardCalls}
        settings="publishingStandards"
        filters={filters}
        columns={columns}
        rowName={({ name }) => name}
        form={{ empty, inputs, valuesOf, say } as never}
        acts={(row: StandardRow) => [{ label: '复制', call: standardCalls.copy, run: () => setCopied(row) }]}
        removing={() => '删除后，此分类与类型的资讯按更宽的标准检查。删除后不能恢复。'}
      />
      {copied && (
        <FormDialog
          title={`复制发布标准“${copied.name}”`}
          endpoint={standardCalls.copy}
          initial={{ name: `${copied.name} 副本`.slice(0, 60), newsCategoryId: null, kind: copied.kind }}
          input={({ name, newsCategoryId, kind }) => ({
            id: copied.id,
            name,
            newsCategoryId: newsCategoryId ?? null,
            kind: kind ?? null,
          })}
          success="复制成功"
          invalidates={[standardCalls.list]}
          verb="复制"
          onClosed={() => setCopied(undefined)}
        >
          <Field of={standardCalls.copy} name="name" />
          <Field of={standardCalls.copy} name="newsCategoryId">
            <NewsCategoryPicker placeholder="不限" />
          </Field>
          <Field of={standardCalls.copy} name="kind">
            <Select {...any} options={kindOptions} />
          </Field>
        </FormDialog>
      )}
    </>
  )
}
