// Article templates: search, favourites, copy, move, stop; and drafts for many products at once.
import { StarFilled, StarOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { editionLabels, editions } from '#contract/articles/article-labels.ts'
import { articleCalls } from '#contract/articles/articles.ts'
import {
  addTemplate,
  copyTemplate,
  draftArticles,
  draftToday,
  editTemplate,
  favourTemplate,
  listTemplates,
  moveTemplates,
  removeTemplates,
  resumeTemplates,
  stopTemplates,
  type TemplateRow,
  type TodaysDrafts,
  templateStatusLabels,
} from '#contract/articles/templates.ts'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { Can } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useRemoval } from '#web/kit/dialog/use-confirmed.tsx'
import { useDialog } from '#web/kit/dialog/use-dialog.ts'
import { DayField } from '#web/kit/form/day-field.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { AddButton } from '#web/kit/list/add-button.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { flagFilter, selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { serverToday } from '#web/lib/server-clock.ts'
import { NewsCategoryPicker } from '#web/pickers/news-category-picker.tsx'
import { ProductsPicker, productFilter } from '#web/pickers/product-picker.tsx'
import { kindOptions } from '../article-labels.tsx'

const editionOptions = optionsOf(editionLabels, editions)
const statusOptions = (['update', 'stopUpdate'] as const).map((value) => ({
  value,
  label: templateStatusLabels[value],
}))

const filters = [
  textFilter('name', '模板名称', 60),
  productFilter('productId', '产品'),
  flagFilter('isFavourite', '我的收藏', { yes: '已收藏', no: '未收藏' }),
]
const advanced = [
  selectFilter('edition', '语种', editionOptions),
  selectFilter('kind', '类型', kindOptions),
  selectFilter('status', '状态', statusOptions),
]

function Favourite({ id, name, isFavourite }: TemplateRow) {
  const act = useAct(favourTemplate, { invalidates: [listTemplates] })
  return (
    <Button
      type="text"
      size="small"
      aria-label={isFavourite ? `取消收藏${name}` : `收藏${name}`}
      aria-pressed={isFavourite}
      icon={isFavourite ? <StarFilled /> : <StarOutlined />}
      onClick={() => void act.run({ id, isFavourite: !isFavourite })}
    />
  )
}

const columns = columnsOf(listTemplates, {
  isFavourite: { width: 60, render: Favourite },
  name: { width: 240, opens: true },
  edition: { width: 70 },
  kind: { width: 90 },
  newsCategoryName: { width: 130 },
  productNames: {
    width: 200,
    render: ({ productNames }) => (productNames.length > 0 ? productNames.join('、') : '全部'),
  },
  number: { width: 70 },
  status: { width: 100 },
  stopReason: { width: 140 },
  remark: { width: 160 },
  updatedAt: {},
})

type Drafted = { drafts: TodaysDrafts['drafts']; leftOut: TodaysDrafts['leftOut'] }

/** What was drafted; from the first one, the editor goes on to the next after each submission. */
function DraftedDialog({ drafts, leftOut, onClosed }: Drafted & { onClosed: () => void }) {
  const { close, frame } = useDialog(onClosed)
  const openPage = useOpenPage()
  const open = ({ articleId, title, edition }: Drafted['drafts'][number]) => {
    close()
    openPage(editPages[edition], { id: articleId, tagName: title })
  }
  const [first] = drafts
  return (
    <Modal
      {...frame}
      title={first ? `已生成 ${drafts.length} 篇草稿` : '没有生成草稿'}
      onCancel={close}
      footer={
        first ? (
          <Button type="primary" onClick={() => open(first)}>
            打开第一篇
          </Button>
        ) : null
      }
    >
      <ul>
        {drafts.map((draft) => (
          <li key={draft.articleId}>
            <Button type="link" onClick={() => open(draft)}>
              {draft.title}
            </Button>
            {draft.missing > 0 && `${draft.productName}有 ${draft.missing} 处没有可用的价格`}
          </li>
        ))}
      </ul>
      {leftOut.length > 0 && (
        <ul aria-label="没有生成的">
          {leftOut.map(({ name, reason }) => (
            <li key={name}>{`${name}：${reason}`}</li>
          ))}
        </ul>
      )}
    </Modal>
  )
}

/** Templates of one act. */
const FAVOURITES_MOST = 50

const PAGES = '/data/actciles/template'
const NAME_MAX = 60
const editPages = { zh: '/data/actciles/editDetail', en: '/data/actciles/editDetailEnglish' } as const
type Dialog = { kind: 'copy' | 'move' | 'stop' | 'draft'; row: TemplateRow }

export default function TemplateList() {
  const openPage = useOpenPage()
  const [dialog, setDialog] = useState<Dialog>()
  const [drafted, setDrafted] = useState<Drafted>()
  const [confirm, confirmation] = useConfirm()
  const common = { invalidates: [listTemplates], guardMs: DIALOG_GUARD_MS }
  const resuming = useAct(resumeTemplates, { ...common, success: '恢复使用成功' })
  const draftingToday = useAct(draftToday, {
    guardMs: DIALOG_GUARD_MS,
    invalidates: [articleCalls.zh.list, articleCalls.en.list],
    onSuccess: setDrafted,
  })
  const favourites = useCall(listTemplates, { isFavourite: true, status: 'update', size: FAVOURITES_MOST })
  const favoured = (favourites.data?.records ?? []).map(({ id }) => id)
  const removal = useRemoval(removeTemplates, common)
  const close = () => setDialog(undefined)
  const edit = (row: TemplateRow) => openPage(`${PAGES}/edit`, { id: row.id, tagName: row.name })
  const actsOf = (row: TemplateRow): RowAction[] => [
    ...(row.status === 'update'
      ? [{ label: '生成草稿', call: draftArticles[row.edition], run: () => setDialog({ kind: 'draft', row }) }]
      : []),
    { label: '编辑', call: editTemplate, run: () => edit(row) },
    { label: '复制', call: copyTemplate, run: () => setDialog({ kind: 'copy', row }) },
    { label: '移动', call: moveTemplates, run: () => setDialog({ kind: 'move', row }) },
    row.status === 'update'
      ? { label: '停用', call: stopTemplates, run: () => setDialog({ kind: 'stop', row }) }
      : { label: '恢复使用', call: resumeTemplates, run: () => void resuming.run({ ids: [row.id] }) },
    {
      label: '删除',
      call: removeTemplates,
      isDanger: true,
      run: () =>
        confirm({
          title: `删除模板“${row.name}”？`,
          content: '生成过资讯的模板不能删除，请改为停用。删除后不能恢复。',
          verb: '删除',
          run: async () => {
            await removal.run({ ids: [row.id] })
          },
        }),
    },
  ]
  const row = dialog?.row
  return (
    <>
      <ListPage
        endpoint={listTemplates}
        settings="articleTemplate"
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ name }) => name}
        rowActions={actsOf}
        onOpen={edit}
        batchActs={[
          {
            label: '生成今日草稿',
            call: draftToday,
            run: (rows, clear) =>
              void draftingToday.run({ ids: rows.map(({ id }) => id) }).then((done) => done && clear()),
          },
        ]}
        toolbar={
          <>
            <AddButton call={addTemplate} onClick={() => openPage(`${PAGES}/add`)} />
            <Can call={draftToday}>
              <Button
                loading={draftingToday.pending}
                disabled={favoured.length === 0}
                title={favoured.length === 0 ? '先收藏每天要用的模板' : undefined}
                onClick={() => void draftingToday.run({ ids: favoured })}
              >
                {`收藏的今日草稿（${favoured.length}）`}
              </Button>
            </Can>
          </>
        }
      />
      {row && dialog.kind === 'copy' && (
        <FormDialog<typeof copyTemplate, { name: string }>
          title={`复制模板“${row.name}”`}
          endpoint={copyTemplate}
          initial={{ name: `${row.name} 副本`.slice(0, NAME_MAX) }}
          input={({ name }) => ({ id: row.id, name })}
          success="复制成功"
          invalidates={[listTemplates]}
          verb="复制"
          onClosed={close}
        >
          <Field of={copyTemplate} name="name" />
        </FormDialog>
      )}
      {row && dialog.kind === 'move' && (
        <FormDialog<typeof moveTemplates, { newsCategoryId: string }>
          title={`移动模板“${row.name}”到其他分类`}
          endpoint={moveTemplates}
          initial={{ newsCategoryId: '' }}
          input={({ newsCategoryId }) => ({ ids: [row.id], newsCategoryId })}
          success="移动成功"
          invalidates={[listTemplates]}
          verb="移动"
          onClosed={close}
        >
          <Field of={moveTemplates} name="newsCategoryId">
            <NewsCategoryPicker />
          </Field>
        </FormDialog>
      )}
      {row && dialog.kind === 'stop' && (
        <FormDialog<typeof stopTemplates, { reason: string }>
          title={`停用模板“${row.name}”`}
          endpoint={stopTemplates}
          initial={{ reason: '' }}
          input={({ reason }) => ({ ids: [row.id], reason })}
          success="停用成功"
          invalidates={[listTemplates]}
          verb="停用"
          onClosed={close}
        >
          <Field of={stopTemplates} name="reason" rows={2} />
        </FormDialog>
      )}
      {row && dialog.kind === 'draft' && (
        <FormDialog<typeof draftArticles.zh, { productIds: string[]; day: string }>
          title={`用“${row.name}”生成草稿`}
          endpoint={draftArticles[row.edition] as typeof draftArticles.zh}
          initial={{ productIds: row.productIds, day: serverToday() }}
          input={({ productIds, day }) => ({ id: row.id, productIds, day })}
          invalidates={[articleCalls[row.edition].list]}
          verb="生成"
          onDone={(drafts) =>
            setDrafted({ drafts: drafts.map((draft) => ({ ...draft, edition: row.edition })), leftOut: [] })
          }
          onClosed={close}
        >
          <Field of={draftArticles.zh} name="productIds" hint="每个产品生成一篇草稿">
            <ProductsPicker />
          </Field>
          <DayField of={draftArticles.zh} name="day" allowClear={false} />
        </FormDialog>
      )}
      {drafted && <DraftedDialog {...drafted} onClosed={() => setDrafted(undefined)} />}
      {removal.dialogs}
      {confirmation}
    </>
  )
}
