// One's own picture, in a dialog of the user menu; the top bar shows the new one at once.
import { Modal } from 'antd'
import { saveOwnAvatar } from '../../../contract/files.ts'
import { getLoginUserInfo, getUserInfo } from '../../../contract/identity/own-account.ts'
import { useAct, useCall } from '../../lib/query.ts'
import { type Language, useSettings } from '../../lib/settings.ts'
import { AvatarUpload } from './avatar-upload.tsx'

const languages: Readonly<Record<Language, { title: string; saved: string }>> = {
  zh: { title: '头像', saved: '头像已更新' },
  en: { title: 'Picture', saved: 'Picture updated' },
}

export default function AvatarDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const words = languages[useSettings(({ language }) => language)]
  const { data: person } = useCall(getLoginUserInfo, undefined, { enabled: open, call: { hideErrorMsg: true } })
  const { run } = useAct(saveOwnAvatar, {
    success: words.saved,
    invalidates: [getLoginUserInfo, getUserInfo],
    onSuccess: onClose,
  })
  const save = async (fileId: string | null) => {
    await run({ fileId })
  }
  return (
    <Modal open={open} title={words.title} width={400} footer={null} onCancel={onClose} destroyOnHidden>
      <AvatarUpload
        src={person?.avatar ?? ''}
        name={person?.realName ?? ''}
        onSave={({ id }) => save(id)}
        onRemove={() => save(null)}
      />
    </Modal>
  )
}
