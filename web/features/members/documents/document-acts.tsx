// Acts on a document by state.
import { type ReactNode, useState } from 'react'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import {
  type DocumentRow,
  editDocument,
  getDocument,
  getDocumentForm,
  launchDocument,
  queryDocuments,
  removeDocument,
  takeDownDocument,
} from '#contract/members/documents.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { actText } from '#web/lib/act-toast.ts'
import { useAct } from '#web/lib/query.ts'
import { EditDocument, NewDocument } from './document-form.tsx'

type Dialog = { kind: 'add'; subProduct: SubProductKey } | { kind: 'edit'; id: string }
type Acts = {
  actionsOf: (row: DocumentRow) => RowAction[]
  add: (subProduct: SubProductKey) => void
  dialogs: ReactNode
}

export function useDocumentActs(): Acts {
  const [confirm, confirmation] = useConfirm()
  const [dialog, setDialog] = useState<Dialog>()
  const common = { invalidates: [queryDocuments, getDocument, getDocumentForm], guardMs: DIALOG_GUARD_MS }
  const launch = useAct(launchDocument, { ...common, success: '发布成功' })
  const takeDown = useAct(takeDownDocument, { ...common, success: '下架成功' })
  const remove = useAct(removeDocument, { ...common, success: actText('delete') })

  const actionsOf = ({ id, title, state }: DocumentRow): RowAction[] => {
    if (state === 'launched') {
      return [
        {
          label: '下架',
          call: takeDownDocument,
          isDanger: true,
          run: () =>
            confirm({
              title: `下架文档“${title}”？`,
              content: '下架后客户不能再查看此文档，可以编辑后重新发布。',
              verb: '下架',
              run: () => takeDown.run({ id }),
            }),
        },
      ]
    }
    const toLaunch: RowAction = {
      label: '发布',
      call: launchDocument,
      run: () =>
        confirm({
          title: `发布文档“${title}”？`,
          content: '发布后客户可以查看和下载此文档。',
          verb: '发布',
          run: () => launch.run({ id }),
        }),
    }
    const toRemove: RowAction = {
      label: '删除',
      call: removeDocument,
      isDanger: true,
      run: () =>
        confirm({
          title: `删除文档“${title}”？`,
          content: '文件一并删除，不能恢复。',
          verb: '删除',
          run: () => remove.run({ id }),
        }),
    }
    return [
      { label: '编辑', call: editDocument, run: () => setDialog({ kind: 'edit', id }) },
      toLaunch,
      ...(state === 'draft' ? [toRemove] : []),
    ]
  }

  const close = () => setDialog(undefined)
  const dialogs = (
    <>
      {confirmation}
      {dialog?.kind === 'add' && <NewDocument subProduct={dialog.subProduct} onClosed={close} />}
      {dialog?.kind === 'edit' && <EditDocument id={dialog.id} onClosed={close} />}
    </>
  )
  return { actionsOf, add: (subProduct) => setDialog({ kind: 'add', subProduct }), dialogs }
}
