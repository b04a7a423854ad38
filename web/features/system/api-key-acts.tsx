// What can be done with a key of another system, with the question asked before.
import type { ReactNode } from 'react'
import { DIALOG_GUARD_MS } from '../../../contract/limits.ts'
import { type ApiKeyRow, queryApiKeys, removeApiKey } from '../../../contract/system/api-keys.ts'
import { useConfirm } from '../../kit/dialog/confirm.tsx'
import type { RowAction } from '../../kit/list/row-use.ts'
import { useAct } from '../../lib/query.ts'

type Acts = { actionsOf: (row: ApiKeyRow) => RowAction[]; dialogs: ReactNode }

export function useApiKeyActs(): Acts {
  const [confirm, dialogs] = useConfirm()
  const remove = useAct(removeApiKey, {
    invalidates: [queryApiKeys],
    guardMs: DIALOG_GUARD_MS,
    success: '吊销成功',
  })
  const actionsOf = ({ id, name, hint, revokedAt }: ApiKeyRow): RowAction[] =>
    revokedAt === null
      ? [
          {
            label: '吊销',
            call: removeApiKey,
            isDanger: true,
            run: () =>
              confirm({
                title: `吊销密钥“${name}”（${hint}…）？`,
                content: '使用此密钥的系统将立即不能调用，吊销后不能恢复，只能重新创建。',
                verb: '吊销',
                run: () => remove.run({ id }),
              }),
          },
        ]
      : []
  return { actionsOf, dialogs }
}
