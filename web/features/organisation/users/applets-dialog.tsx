// Mini-programs that a person may manage.
import { useState } from 'react'
import { getAdminLinkApplet, saveAdminLinkApplet } from '../../../../contract/organisation/staff-links.ts'
import type { UserRow } from '../../../../contract/organisation/users.ts'
import { TransferList } from '../../../kit/picker/transfer-list.tsx'
import { useAct, useCall } from '../../../lib/query.ts'
import { ChooseDialog } from '../../../pickers/choose-dialog.tsx'

export function AppletsDialog({ user, onClosed }: { user: UserRow; onClosed: () => void }) {
  const { data, error, refetch } = useCall(getAdminLinkApplet, { userId: user.id })
  const [changed, setChanged] = useState<string[]>()
  const act = useAct(saveAdminLinkApplet, { success: '小程序已保存', invalidates: [getAdminLinkApplet] })
  const chosen = changed ?? data?.flatMap(({ id, isLinked }) => (isLinked ? id : [])) ?? []
  return (
    <ChooseDialog
      title={`关联小程序：${user.realName}（${user.userName}）`}
      width={688}
      read={{ data, error, refetch }}
      isChanged={changed !== undefined}
      isSaving={act.pending}
      onSave={async () => (await act.run({ userId: user.id, appletIds: chosen })) !== undefined}
      onClosed={onClosed}
    >
      <TransferList
        aria-label="小程序"
        titles={['可关联', '已关联']}
        items={(data ?? []).map(({ id, name, appId }) => ({ key: id, label: `${name}（${appId}）` }))}
        value={chosen}
        onChange={setChanged}
      />
    </ChooseDialog>
  )
}
