// Acts offered for an article by its state, for one row and for batches.
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { articleActs } from '#contract/articles/article-acts.ts'
import type { Edition } from '#contract/articles/article-labels.ts'
import { type ArticleRow, articleCalls } from '#contract/articles/articles.ts'
import { getArticleReview } from '#contract/articles/reviews.ts'
import { createShare } from '#contract/sharing/shares.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import type { BatchAct } from '#web/kit/list/batch-acts.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { call } from '#web/lib/call.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useAct } from '#web/lib/query.ts'
import { useAiService } from '#web/pickers/ai-answer.tsx'
import { ShareArticle } from '#web/pickers/share-article.tsx'
import { useArticleAi } from './ai-answer-dialog.tsx'
import { Move, PutOnTop, Readers, readsOf, Share, TakeDown } from './article-dialogs.tsx'
import { editorOf } from './article-labels.tsx'
import { ReviewDrawer } from './review-drawer.tsx'

type Dialog =
  | { kind: 'takeDown' | 'move'; rows: readonly ArticleRow[]; clear?: () => void }
  | { kind: 'top' | 'readers' | 'review' | 'share' | 'wechat'; row: ArticleRow }

type Acts = {
  actionsOf: (article: ArticleRow) => RowAction[]
  batch: readonly BatchAct<ArticleRow>[]
  dialogs: ReactNode
}

const idsOf = (rows: readonly ArticleRow[]) => rows.map(({ id }) => id)

export function useArticleActs(edition: Edition): Acts {
  const calls = { ...articleCalls[edition], ...articleActs[edition] }
  const [dialog, setDialog] = useState<Dialog>()
  const [confirm, confirmation] = useConfirm()
  const openPage = useOpenPage()
  const navigate = useNavigate()
  const common = { invalidates: readsOf(edition), isDanger: false }
  const submit = useConfirmed(calls.submit, { ...common, title: '提交审核', verb: '提交', success: '已提交审核' })
  const withdraw = useConfirmed(calls.withdraw, { ...common, title: '撤回', verb: '撤回', success: '已撤回' })
  const launch = useConfirmed(calls.launch, { ...common, title: '发布', verb: '发布', success: '已发布' })
  const remove = useConfirmed(calls.remove, { ...common, title: '删除草稿', verb: '删除', success: '删除成功' })
  const copy = useAct(calls.copy, {
    invalidates: readsOf(edition),
    success: '已复制为新的草稿',
    onSuccess: ({ id }) => void navigate(`${editorOf(edition).edit}?id=${id}`),
  })
  const ai = useArticleAi(edition)
  const hasAi = useAiService()?.isSet === true

  const run =
    (act: { run: (input: { ids: string[] }) => Promise<unknown> }) =>
    (rows: readonly ArticleRow[], clear?: () => void) =>
      void act.run({ ids: idsOf(rows) }).then((done) => (done === undefined ? undefined : clear?.()))
  const askRemoval = (rows: readonly ArticleRow[], clear?: () => void) =>
    confirm({
      title: `删除 ${rows.length} 篇草稿？`,
      content: '删除后列表中不再出现，不能恢复。',
      verb: '删除',
      run: async () => run(remove)(rows, clear),
    })
  const askLaunch = (rows: readonly ArticleRow[], clear?: () => void) =>
    confirm({
      title: `立即发布 ${rows.length} 篇资讯？`,
      content: '发布的是审核通过的版本，各站点随即可见。',
      verb: '发布',
      run: async () => run(launch)(rows, clear),
    })

  /** A row only knows that a pair exists, not its id. */
  const openEnglish = async ({ id, hasPair }: ArticleRow) => {
    if (!hasPair) return openPage(editorOf('en').add, { pairId: id })
    const { pairId } = await call(articleCalls.zh.get, { id })
    if (pairId) openPage(editorOf('en').edit, { id: pairId })
  }

  const actionsOf = (row: ArticleRow): RowAction[] => {
    const { id, state, publishedId, hasPair } = row
    const isDraft = state === 'draft' || state === 'overruled'
    const isWaiting = state === 'pending' || state === 'scheduled'
    const offered: (RowAction | false)[] = [
      !isWaiting && { label: '编辑', call: calls.save, run: () => openPage(editorOf(edition).edit, { id }) },
      isDraft && { label: '提交', call: calls.submit, run: () => run(submit)([row]) },
      isWaiting && { label: '撤回', call: calls.withdraw, run: () => run(withdraw)([row]) },
      state === 'pending' && { label: '审核', call: getArticleReview, run: () => setDialog({ kind: 'review', row }) },
      (state === 'scheduled' || state === 'takenDown') && {
        label: '发布',
        call: calls.launch,
        run: () => askLaunch([row]),
      },
      publishedId !== null && { label: '置顶', call: calls.top, run: () => setDialog({ kind: 'top', row }) },
      { label: '统计', call: calls.count, run: () => setDialog({ kind: 'readers', row }) },
      { label: '复制', call: calls.copy, run: () => void copy.run({ id }) },
      edition === 'zh' && {
        label: hasPair ? '英文版' : '写英文版',
        call: hasPair ? articleCalls.en.get : articleCalls.en.add,
        run: () => void openEnglish(row),
      },
      publishedId !== null && { label: '分享到微信', call: createShare, run: () => setDialog({ kind: 'wechat', row }) },
      { label: '转给同事', call: calls.share, run: () => setDialog({ kind: 'share', row }) },
      !isWaiting && { label: '移动', call: calls.move, run: () => setDialog({ kind: 'move', rows: [row] }) },
      hasAi && { label: 'AI 摘要', call: calls.summaryAI, run: () => ai.ask('summaryAI', id) },
      hasAi && { label: 'AI 提示语', call: calls.hintTextAI, run: () => ai.ask('hintTextAI', id) },
      publishedId !== null && {
        label: '下架',
        call: calls.takeDown,
        isDanger: true,
        run: () => setDialog({ kind: 'takeDown', rows: [row] }),
      },
      isDraft &&
        publishedId === null && { label: '删除', call: calls.remove, isDanger: true, run: () => askRemoval([row]) },
    ]
    return offered.filter((act) => act !== false)
  }

  const batch: BatchAct<ArticleRow>[] = [
    { label: '提交审核', call: calls.submit, run: run(submit) },
    { label: '发布', call: calls.launch, run: askLaunch },
    { label: '移动', call: calls.move, run: (rows, clear) => setDialog({ kind: 'move', rows, clear }) },
    {
      label: '下架',
      call: calls.takeDown,
      isDanger: true,
      run: (rows, clear) => setDialog({ kind: 'takeDown', rows, clear }),
    },
    { label: '删除草稿', call: calls.remove, isDanger: true, run: askRemoval },
  ]

  const onClosed = () => setDialog(undefined)
  const dialogs = (
    <>
      {confirmation}
      {ai.dialog}
      {[submit, withdraw, launch, remove].map(({ dialogs: own }) => own)}
      {dialog?.kind === 'takeDown' && <TakeDown edition={edition} {...dialog} onClosed={onClosed} />}
      {dialog?.kind === 'move' && <Move edition={edition} {...dialog} onClosed={onClosed} />}
      {dialog?.kind === 'top' && <PutOnTop edition={edition} row={dialog.row} onClosed={onClosed} />}
      {dialog?.kind === 'share' && <Share edition={edition} row={dialog.row} onClosed={onClosed} />}
      {dialog?.kind === 'wechat' && <ShareArticle article={dialog.row} onClosed={onClosed} />}
      {dialog?.kind === 'readers' && <Readers edition={edition} row={dialog.row} onClosed={onClosed} />}
      {dialog?.kind === 'review' && <ReviewDrawer id={dialog.row.id} title={dialog.row.title} onClosed={onClosed} />}
    </>
  )
  return { actionsOf, batch, dialogs }
}
