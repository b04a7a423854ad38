// Icons of menu lines. The server names them; a name that is not here falls back to the kind of line.
import {
  AppstoreOutlined,
  AuditOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  FileTextOutlined,
  FolderOutlined,
  HomeOutlined,
  LineChartOutlined,
  SafetyOutlined,
  SettingOutlined,
  TeamOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { MenuEntry } from '../lib/menu.rules.ts'

const icons: Record<string, ReactNode> = {
  home: <HomeOutlined />,
  userControl: <TeamOutlined />,
  accountCenter: <UserOutlined />,
  permission: <SafetyOutlined />,
  data: <DatabaseOutlined />,
  application: <AppstoreOutlined />,
  dataMonitoring: <DashboardOutlined />,
  operate: <LineChartOutlined />,
  system: <SettingOutlined />,
  audit: <AuditOutlined />,
}

export function menuIcon({ icon, path, children }: MenuEntry): ReactNode {
  const name = path.split('/').at(-1) ?? ''
  return icons[icon] ?? icons[name] ?? (children.length > 0 ? <FolderOutlined /> : <FileTextOutlined />)
}
