// Adds members to a partner by their login names; who could not be added is told with the reason.
import { useState } from 'react'
import { addPartnerMembers, partnerCalls, queryPartnerMembers } from '../../../../contract/members/partners.ts'
import { useConfirmed } from '../../../kit/dialog/use-confirmed.tsx'
import { notify } from '../../../lib/notify.ts'
import { ChooseDialog } from '../../../pickers/choose-dialog.tsx'
import { TextTags } from '../../../pickers/text-tags.tsx'

type PartnerAddMembersProps = { id: string; onClosed: () => void }

export function PartnerAddMembers({ id, onClosed }: PartnerAddMembersProps) {
  const [names, setNames] = useState<string[]>([])
  const title = '添加会员'
  const act = useConfirmed(addPartnerMembers, {
    title,
    verb: '添加',
    isDanger: false,
    success: '添加成功',
    invalidates: [queryPartnerMembers, partnerCalls.list],
    onPartly: onClosed,
  })
  const handleSave = async () => {
    if (names.length > 0) return (await act.run({ id, loginNames: names })) !== undefined
    notify.warning('请输入登录名')
    return false
  }
  return (
    <>
      <ChooseDialog
        title={title}
        width={520}
        verb="添加"
        isChanged={names.length > 0}
        isSaving={act.pending}
        onSave={handleSave}
        onClosed={onClosed}
      >
        <TextTags
          label="登录名"
          placeholder="输入或粘贴登录名，按回车分隔，一次最多 100 个"
          value={names}
          onChange={setNames}
        />
      </ChooseDialog>
      {act.dialogs}
    </>
  )
}
