ALTER TABLE "registrations" ADD COLUMN "consent_at" timestamp(3) with time zone;
