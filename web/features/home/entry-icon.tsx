// The sign of a quick entry: that of the area its page stands in.
import {
  AppstoreOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  FileTextOutlined,
  LineChartOutlined,
  SafetyOutlined,
  SettingOutlined,
  TeamOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'

const icons: Readonly<Record<string, ReactNode>> = {
  userControl: <TeamOutlined />,
  permission: <SafetyOutlined />,
  data: <DatabaseOutlined />,
  application: <AppstoreOutlined />,
  dataMonitoring: <DashboardOutlined />,
  operate: <LineChartOutlined />,
  system: <SettingOutlined />,
}

export function EntryIcon({ path }: { path: string }) {
  const [, area = ''] = path.split('/')
  return (
    <span className="home-entry-icon" aria-hidden="true">
      {icons[area] ?? <FileTextOutlined />}
    </span>
  )
}
