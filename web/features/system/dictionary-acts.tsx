// What can be done with words of the dictionary, in a row or with several.
import { type ReactNode, useState } from 'react'
import { DIALOG_GUARD_MS } from '../../../contract/limits.ts'
import {
  dictionaryNames,
  disableWords,
  editWord,
  enableWords,
  removeWords,
  type WordRow,
} from '../../../contract/system/dictionary.ts'
import { useConfirm } from '../../kit/dialog/confirm.tsx'
import type { BatchAct } from '../../kit/list/batch-acts.tsx'
import type { RowAction } from '../../kit/list/row-use.ts'
import { actText } from '../../lib/act-toast.ts'
import { useAct } from '../../lib/query.ts'
import { WordForm } from './dictionary-form.tsx'
import { WordOrder } from './dictionary-order.tsx'
import { wordReads } from './dictionary-words.ts'

type Many = BatchAct<WordRow>['run']
type Dialog = { kind: 'form'; word: WordRow | undefined } | { kind: 'order' }

type Acts = {
  actionsOf: (word: WordRow) => RowAction[]
  add: () => void
  order: () => void
  enable: Many
  disable: Many
  remove: Many
  dialogs: ReactNode
}

const NAMES_MAX = 10
function namesOf(words: readonly WordRow[]): string {
  const names = words.slice(0, NAMES_MAX).map(({ dictionary, word }) => `${word}（${dictionaryNames[dictionary]}）`)
  return words.length > NAMES_MAX ? `${names.join('、')}等 ${words.length} 个词条` : names.join('、')
}

const idsOf = (words: readonly WordRow[]) => ({ ids: words.map(({ id }) => id) })

export function useWordActs(): Acts {
  const [dialog, setDialog] = useState<Dialog>()
  const [confirm, confirmation] = useConfirm()
  const asked = { invalidates: wordReads, guardMs: DIALOG_GUARD_MS }
  const enabling = useAct(enableWords, { ...asked, success: actText('enable') })
  const disabling = useAct(disableWords, { ...asked, success: actText('disable') })
  const removal = useAct(removeWords, { ...asked, success: actText('delete') })

  const enable: Many = async (words, clear) => {
    if ((await enabling.run(idsOf(words))) !== undefined) clear()
  }
  const disable: Many = async (words, clear) => {
    if ((await disabling.run(idsOf(words))) !== undefined) clear()
  }
  const remove: Many = (words, clear) =>
    confirm({
      title: `删除 ${words.length} 个词条？`,
      content: `${namesOf(words)}将从可选项中删除，不能恢复；已经录入的内容不变。`,
      verb: '删除',
      run: async () => {
        if ((await removal.run(idsOf(words))) !== undefined) clear()
      },
    })

  const actionsOf = (word: WordRow): RowAction[] => [
    { label: '编辑', call: editWord, run: () => setDialog({ kind: 'form', word }) },
    word.isEnabled
      ? { label: '禁用', call: disableWords, run: () => void disable([word], () => {}) }
      : { label: '启用', call: enableWords, run: () => void enable([word], () => {}) },
    { label: '删除', call: removeWords, isDanger: true, run: () => remove([word], () => {}) },
  ]

  const close = () => setDialog(undefined)
  return {
    actionsOf,
    add: () => setDialog({ kind: 'form', word: undefined }),
    order: () => setDialog({ kind: 'order' }),
    enable,
    disable,
    remove,
    dialogs: (
      <>
        {dialog?.kind === 'form' && <WordForm word={dialog.word} onClosed={close} />}
        {dialog?.kind === 'order' && <WordOrder onClosed={close} />}
        {confirmation}
      </>
    ),
  }
}
