// System settings dialog (spec §2): notices, page opening, home page. Changes are saved at once.
import './settings-dialog.css'
import { Modal, Tabs } from 'antd'
import { useTexts } from '../texts/texts.ts'
import { SettingsDialogHome } from './settings-dialog-home.tsx'
import { SettingsDialogNotices } from './settings-dialog-notices.tsx'
import { SettingsDialogOpening } from './settings-dialog-opening.tsx'

/** spec §2, px. */
const WIDTH = 680

export default function SettingsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { systemSettings, systemSetting: texts } = useTexts()
  return (
    <Modal open={open} title={systemSettings} width={WIDTH} footer={null} onCancel={onClose} destroyOnHidden>
      <Tabs
        className="settings-tabs"
        items={[
          { key: 'notices', label: texts.notices, children: <SettingsDialogNotices /> },
          { key: 'opening', label: texts.opening, children: <SettingsDialogOpening /> },
          { key: 'home', label: texts.home, children: <SettingsDialogHome /> },
        ]}
      />
    </Modal>
  )
}
