CREATE TABLE "check_in_lists" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"meeting_id" bigint NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "check_ins" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"list_id" bigint NOT NULL,
	"sign_up_id" bigint NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"people" integer NOT NULL,
	"by_id" bigint NOT NULL,
	CONSTRAINT "check_ins_once" UNIQUE("list_id","sign_up_id")
);
--> statement-breakpoint
CREATE TABLE "meeting_invitations" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"meeting_id" bigint NOT NULL,
	"code" text NOT NULL,
	"customer_id" bigint NOT NULL,
	"name" text NOT NULL,
	"mobile" text NOT NULL,
	"inviter_id" bigint NOT NULL,
	"sign_up_id" bigint,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"opened_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "meeting_sign_ups" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"meeting_id" bigint NOT NULL,
	"ticket" text NOT NULL,
	"name" text NOT NULL,
	"company" text NOT NULL,
	"mobile" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"companions" integer DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"source" text NOT NULL,
	"channel" text DEFAULT '' NOT NULL,
	"extra" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"customer_id" bigint,
	"registration_id" bigint,
	"keeper_id" bigint,
	"invoice_title" text DEFAULT '' NOT NULL,
	"invoice_tax" text DEFAULT '' NOT NULL,
	"invoice_state" text DEFAULT 'none' NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"applied_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"waiting_at" timestamp(3) with time zone,
	"confirmed_at" timestamp(3) with time zone,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "meeting_sign_ups_companions" CHECK ("meeting_sign_ups"."companions" between 0 and 20),
	CONSTRAINT "meeting_sign_ups_waiting" CHECK (("meeting_sign_ups"."state" = 'waiting') = ("meeting_sign_ups"."waiting_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "sign_up_review" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "sign_up_fields" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "check_in_lists" ADD CONSTRAINT "check_in_lists_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_list_id_check_in_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."check_in_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_sign_up_id_meeting_sign_ups_id_fk" FOREIGN KEY ("sign_up_id") REFERENCES "public"."meeting_sign_ups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_invitations" ADD CONSTRAINT "meeting_invitations_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_invitations" ADD CONSTRAINT "meeting_invitations_customer_id_enterprises_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."enterprises"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_invitations" ADD CONSTRAINT "meeting_invitations_inviter_id_users_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_invitations" ADD CONSTRAINT "meeting_invitations_sign_up_id_meeting_sign_ups_id_fk" FOREIGN KEY ("sign_up_id") REFERENCES "public"."meeting_sign_ups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_sign_ups" ADD CONSTRAINT "meeting_sign_ups_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_sign_ups" ADD CONSTRAINT "meeting_sign_ups_customer_id_enterprises_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."enterprises"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_sign_ups" ADD CONSTRAINT "meeting_sign_ups_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_sign_ups" ADD CONSTRAINT "meeting_sign_ups_keeper_id_users_id_fk" FOREIGN KEY ("keeper_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "check_in_lists_name" ON "check_in_lists" USING btree ("meeting_id",lower("name"));--> statement-breakpoint
CREATE INDEX "check_ins_sign_up" ON "check_ins" USING btree ("sign_up_id");--> statement-breakpoint
CREATE UNIQUE INDEX "meeting_invitations_code" ON "meeting_invitations" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "meeting_invitations_person" ON "meeting_invitations" USING btree ("meeting_id","mobile");--> statement-breakpoint
CREATE INDEX "meeting_invitations_customer" ON "meeting_invitations" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "meeting_invitations_sign_up" ON "meeting_invitations" USING btree ("sign_up_id");--> statement-breakpoint
CREATE UNIQUE INDEX "meeting_sign_ups_person" ON "meeting_sign_ups" USING btree ("meeting_id","mobile");--> statement-breakpoint
CREATE UNIQUE INDEX "meeting_sign_ups_ticket" ON "meeting_sign_ups" USING btree ("ticket");--> statement-breakpoint
CREATE INDEX "meeting_sign_ups_list" ON "meeting_sign_ups" USING btree ("meeting_id","applied_at","id");--> statement-breakpoint
CREATE INDEX "meeting_sign_ups_customer" ON "meeting_sign_ups" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "meeting_sign_ups_registration" ON "meeting_sign_ups" USING btree ("registration_id");