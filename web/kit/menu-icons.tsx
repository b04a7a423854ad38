// Every icon that a menu row may name: those of the menu tree, and some more to choose from. Each is a chunk of its
// own, loaded when first shown: the first page needs a handful, and together they are 32 kB. Icons of one menu appear
// together.
import { FileTextOutlined } from '@ant-design/icons'
import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { loadedTogether } from '#web/lib/loaded-together.ts'
import './menu-icons.css'

type Icon = ComponentType<{ className?: string }>

/** Falls back to another icon if it cannot be fetched, so that the menu stays usable. */
const icon = (load: () => Promise<{ default: Icon }>) => () =>
  load().then(
    (module) => module.default,
    () => FileTextOutlined as Icon,
  )

const icons: Readonly<Record<string, () => Promise<Icon>>> = {
  AccountBookOutlined: icon(() => import('@ant-design/icons/es/icons/AccountBookOutlined')),
  AimOutlined: icon(() => import('@ant-design/icons/es/icons/AimOutlined')),
  AlertOutlined: icon(() => import('@ant-design/icons/es/icons/AlertOutlined')),
  ApartmentOutlined: icon(() => import('@ant-design/icons/es/icons/ApartmentOutlined')),
  ApiOutlined: icon(() => import('@ant-design/icons/es/icons/ApiOutlined')),
  AppstoreOutlined: icon(() => import('@ant-design/icons/es/icons/AppstoreOutlined')),
  AreaChartOutlined: icon(() => import('@ant-design/icons/es/icons/AreaChartOutlined')),
  AuditOutlined: icon(() => import('@ant-design/icons/es/icons/AuditOutlined')),
  BankOutlined: icon(() => import('@ant-design/icons/es/icons/BankOutlined')),
  BarChartOutlined: icon(() => import('@ant-design/icons/es/icons/BarChartOutlined')),
  BellOutlined: icon(() => import('@ant-design/icons/es/icons/BellOutlined')),
  BlockOutlined: icon(() => import('@ant-design/icons/es/icons/BlockOutlined')),
  BookOutlined: icon(() => import('@ant-design/icons/es/icons/BookOutlined')),
  BranchesOutlined: icon(() => import('@ant-design/icons/es/icons/BranchesOutlined')),
  BugOutlined: icon(() => import('@ant-design/icons/es/icons/BugOutlined')),
  BuildOutlined: icon(() => import('@ant-design/icons/es/icons/BuildOutlined')),
  BulbOutlined: icon(() => import('@ant-design/icons/es/icons/BulbOutlined')),
  CalculatorOutlined: icon(() => import('@ant-design/icons/es/icons/CalculatorOutlined')),
  CalendarOutlined: icon(() => import('@ant-design/icons/es/icons/CalendarOutlined')),
  CameraOutlined: icon(() => import('@ant-design/icons/es/icons/CameraOutlined')),
  CarOutlined: icon(() => import('@ant-design/icons/es/icons/CarOutlined')),
  ChromeOutlined: icon(() => import('@ant-design/icons/es/icons/ChromeOutlined')),
  ClockCircleOutlined: icon(() => import('@ant-design/icons/es/icons/ClockCircleOutlined')),
  CloudOutlined: icon(() => import('@ant-design/icons/es/icons/CloudOutlined')),
  CloudServerOutlined: icon(() => import('@ant-design/icons/es/icons/CloudServerOutlined')),
  CloudSyncOutlined: icon(() => import('@ant-design/icons/es/icons/CloudSyncOutlined')),
  CloudUploadOutlined: icon(() => import('@ant-design/icons/es/icons/CloudUploadOutlined')),
  ClusterOutlined: icon(() => import('@ant-design/icons/es/icons/ClusterOutlined')),
  CommentOutlined: icon(() => import('@ant-design/icons/es/icons/CommentOutlined')),
  CompassOutlined: icon(() => import('@ant-design/icons/es/icons/CompassOutlined')),
  ContactsOutlined: icon(() => import('@ant-design/icons/es/icons/ContactsOutlined')),
  ControlOutlined: icon(() => import('@ant-design/icons/es/icons/ControlOutlined')),
  CrownOutlined: icon(() => import('@ant-design/icons/es/icons/CrownOutlined')),
  CustomerServiceOutlined: icon(() => import('@ant-design/icons/es/icons/CustomerServiceOutlined')),
  DashboardOutlined: icon(() => import('@ant-design/icons/es/icons/DashboardOutlined')),
  DatabaseOutlined: icon(() => import('@ant-design/icons/es/icons/DatabaseOutlined')),
  DesktopOutlined: icon(() => import('@ant-design/icons/es/icons/DesktopOutlined')),
  DiffOutlined: icon(() => import('@ant-design/icons/es/icons/DiffOutlined')),
  DollarOutlined: icon(() => import('@ant-design/icons/es/icons/DollarOutlined')),
  DownloadOutlined: icon(() => import('@ant-design/icons/es/icons/DownloadOutlined')),
  EllipsisOutlined: icon(() => import('@ant-design/icons/es/icons/EllipsisOutlined')),
  EnvironmentOutlined: icon(() => import('@ant-design/icons/es/icons/EnvironmentOutlined')),
  ExperimentOutlined: icon(() => import('@ant-design/icons/es/icons/ExperimentOutlined')),
  EyeOutlined: icon(() => import('@ant-design/icons/es/icons/EyeOutlined')),
  FileDoneOutlined: icon(() => import('@ant-design/icons/es/icons/FileDoneOutlined')),
  FileExcelOutlined: icon(() => import('@ant-design/icons/es/icons/FileExcelOutlined')),
  FilePdfOutlined: icon(() => import('@ant-design/icons/es/icons/FilePdfOutlined')),
  FileProtectOutlined: icon(() => import('@ant-design/icons/es/icons/FileProtectOutlined')),
  FileSearchOutlined: icon(() => import('@ant-design/icons/es/icons/FileSearchOutlined')),
  FileSyncOutlined: icon(() => import('@ant-design/icons/es/icons/FileSyncOutlined')),
  FileTextOutlined: icon(() => import('@ant-design/icons/es/icons/FileTextOutlined')),
  FilterOutlined: icon(() => import('@ant-design/icons/es/icons/FilterOutlined')),
  FireOutlined: icon(() => import('@ant-design/icons/es/icons/FireOutlined')),
  FlagOutlined: icon(() => import('@ant-design/icons/es/icons/FlagOutlined')),
  FolderOpenOutlined: icon(() => import('@ant-design/icons/es/icons/FolderOpenOutlined')),
  FormOutlined: icon(() => import('@ant-design/icons/es/icons/FormOutlined')),
  FunctionOutlined: icon(() => import('@ant-design/icons/es/icons/FunctionOutlined')),
  FundOutlined: icon(() => import('@ant-design/icons/es/icons/FundOutlined')),
  GiftOutlined: icon(() => import('@ant-design/icons/es/icons/GiftOutlined')),
  GlobalOutlined: icon(() => import('@ant-design/icons/es/icons/GlobalOutlined')),
  GoldOutlined: icon(() => import('@ant-design/icons/es/icons/GoldOutlined')),
  HeartOutlined: icon(() => import('@ant-design/icons/es/icons/HeartOutlined')),
  HistoryOutlined: icon(() => import('@ant-design/icons/es/icons/HistoryOutlined')),
  HomeOutlined: icon(() => import('@ant-design/icons/es/icons/HomeOutlined')),
  IdcardOutlined: icon(() => import('@ant-design/icons/es/icons/IdcardOutlined')),
  InboxOutlined: icon(() => import('@ant-design/icons/es/icons/InboxOutlined')),
  InsertRowBelowOutlined: icon(() => import('@ant-design/icons/es/icons/InsertRowBelowOutlined')),
  KeyOutlined: icon(() => import('@ant-design/icons/es/icons/KeyOutlined')),
  LaptopOutlined: icon(() => import('@ant-design/icons/es/icons/LaptopOutlined')),
  LineChartOutlined: icon(() => import('@ant-design/icons/es/icons/LineChartOutlined')),
  LinkOutlined: icon(() => import('@ant-design/icons/es/icons/LinkOutlined')),
  LockOutlined: icon(() => import('@ant-design/icons/es/icons/LockOutlined')),
  MailOutlined: icon(() => import('@ant-design/icons/es/icons/MailOutlined')),
  MenuOutlined: icon(() => import('@ant-design/icons/es/icons/MenuOutlined')),
  MessageOutlined: icon(() => import('@ant-design/icons/es/icons/MessageOutlined')),
  MobileOutlined: icon(() => import('@ant-design/icons/es/icons/MobileOutlined')),
  MonitorOutlined: icon(() => import('@ant-design/icons/es/icons/MonitorOutlined')),
  NotificationOutlined: icon(() => import('@ant-design/icons/es/icons/NotificationOutlined')),
  PartitionOutlined: icon(() => import('@ant-design/icons/es/icons/PartitionOutlined')),
  PercentageOutlined: icon(() => import('@ant-design/icons/es/icons/PercentageOutlined')),
  PhoneOutlined: icon(() => import('@ant-design/icons/es/icons/PhoneOutlined')),
  PictureOutlined: icon(() => import('@ant-design/icons/es/icons/PictureOutlined')),
  PieChartOutlined: icon(() => import('@ant-design/icons/es/icons/PieChartOutlined')),
  PrinterOutlined: icon(() => import('@ant-design/icons/es/icons/PrinterOutlined')),
  ProductOutlined: icon(() => import('@ant-design/icons/es/icons/ProductOutlined')),
  ProfileOutlined: icon(() => import('@ant-design/icons/es/icons/ProfileOutlined')),
  PushpinOutlined: icon(() => import('@ant-design/icons/es/icons/PushpinOutlined')),
  RadarChartOutlined: icon(() => import('@ant-design/icons/es/icons/RadarChartOutlined')),
  ReadOutlined: icon(() => import('@ant-design/icons/es/icons/ReadOutlined')),
  RiseOutlined: icon(() => import('@ant-design/icons/es/icons/RiseOutlined')),
  RobotOutlined: icon(() => import('@ant-design/icons/es/icons/RobotOutlined')),
  RocketOutlined: icon(() => import('@ant-design/icons/es/icons/RocketOutlined')),
  SafetyCertificateOutlined: icon(() => import('@ant-design/icons/es/icons/SafetyCertificateOutlined')),
  SafetyOutlined: icon(() => import('@ant-design/icons/es/icons/SafetyOutlined')),
  ScheduleOutlined: icon(() => import('@ant-design/icons/es/icons/ScheduleOutlined')),
  SearchOutlined: icon(() => import('@ant-design/icons/es/icons/SearchOutlined')),
  SendOutlined: icon(() => import('@ant-design/icons/es/icons/SendOutlined')),
  SettingOutlined: icon(() => import('@ant-design/icons/es/icons/SettingOutlined')),
  ShopOutlined: icon(() => import('@ant-design/icons/es/icons/ShopOutlined')),
  ShoppingCartOutlined: icon(() => import('@ant-design/icons/es/icons/ShoppingCartOutlined')),
  SlidersOutlined: icon(() => import('@ant-design/icons/es/icons/SlidersOutlined')),
  SnippetsOutlined: icon(() => import('@ant-design/icons/es/icons/SnippetsOutlined')),
  SolutionOutlined: icon(() => import('@ant-design/icons/es/icons/SolutionOutlined')),
  StarOutlined: icon(() => import('@ant-design/icons/es/icons/StarOutlined')),
  StockOutlined: icon(() => import('@ant-design/icons/es/icons/StockOutlined')),
  SyncOutlined: icon(() => import('@ant-design/icons/es/icons/SyncOutlined')),
  TableOutlined: icon(() => import('@ant-design/icons/es/icons/TableOutlined')),
  TagOutlined: icon(() => import('@ant-design/icons/es/icons/TagOutlined')),
  TagsOutlined: icon(() => import('@ant-design/icons/es/icons/TagsOutlined')),
  TeamOutlined: icon(() => import('@ant-design/icons/es/icons/TeamOutlined')),
  ThunderboltOutlined: icon(() => import('@ant-design/icons/es/icons/ThunderboltOutlined')),
  ToolOutlined: icon(() => import('@ant-design/icons/es/icons/ToolOutlined')),
  TranslationOutlined: icon(() => import('@ant-design/icons/es/icons/TranslationOutlined')),
  FrownOutlined: icon(() => import('@ant-design/icons/es/icons/FrownOutlined')),
  TrophyOutlined: icon(() => import('@ant-design/icons/es/icons/TrophyOutlined')),
  UnorderedListOutlined: icon(() => import('@ant-design/icons/es/icons/UnorderedListOutlined')),
  UserAddOutlined: icon(() => import('@ant-design/icons/es/icons/UserAddOutlined')),
  UserOutlined: icon(() => import('@ant-design/icons/es/icons/UserOutlined')),
  UserSwitchOutlined: icon(() => import('@ant-design/icons/es/icons/UserSwitchOutlined')),
  UsergroupAddOutlined: icon(() => import('@ant-design/icons/es/icons/UsergroupAddOutlined')),
  VideoCameraOutlined: icon(() => import('@ant-design/icons/es/icons/VideoCameraOutlined')),
  WarningOutlined: icon(() => import('@ant-design/icons/es/icons/WarningOutlined')),
  WechatOutlined: icon(() => import('@ant-design/icons/es/icons/WechatOutlined')),
}

/** In the order in which they are offered. */
export const menuIconNames: readonly string[] = Object.keys(icons)

const loaded = loadedTogether(icons)

type NamedIconProps = { name: string; className?: string; fallback: ReactNode; waiting: ReactNode }

/** `fallback` for an unknown name, `waiting` until the icon is loaded. */
export default function NamedIcon({ name, className = '', fallback, waiting }: NamedIconProps) {
  const Icon = useSyncExternalStore(loaded.subscribe, () => loaded.get(name))
  const isKnown = Object.hasOwn(icons, name)
  const [isLate] = useState(Icon === undefined)
  useEffect(() => {
    if (isKnown) loaded.ask(name)
  }, [isKnown, name])
  if (!isKnown) return fallback
  return Icon ? <Icon className={isLate ? `${className} menu-icon-late` : className} /> : waiting
}
