// Dialog to change one's own avatar; the top bar shows the new one at once.
import { Modal } from 'antd'
import { saveOwnAvatar } from '#contract/files.ts'
import { getLoginUserInfo, getUserInfo } from '#contract/identity/own-account.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { useTexts } from '../texts/texts.ts'
import { AvatarUpload } from './avatar-upload.tsx'

export default function AvatarDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const texts = useTexts().avatar
  const { data: person } = useCall(getLoginUserInfo, undefined, { enabled: open, call: { hideErrorMsg: true } })
  const { run } = useAct(saveOwnAvatar, {
    success: texts.saved,
    invalidates: [getLoginUserInfo, getUserInfo],
    onSuccess: onClose,
  })
  const save = async (fileId: string | null) => {
    await run({ fileId })
  }
  return (
    <Modal open={open} title={texts.title} width={400} footer={null} onCancel={onClose} destroyOnHidden>
      <AvatarUpload
        src={person?.avatar ?? ''}
        name={person?.realName ?? ''}
        onSave={({ id }) => save(id)}
        onRemove={() => save(null)}
      />
    </Modal>
  )
}
