ALTER TABLE "message_opt_outs" ADD COLUMN "restored_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "message_opt_outs" ADD COLUMN "restored_by_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "message_opt_outs" ADD COLUMN "restore_reason" text DEFAULT '' NOT NULL;